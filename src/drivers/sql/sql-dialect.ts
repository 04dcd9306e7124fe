import type { Kysely, RawBuilder, Transaction } from "kysely";
import type { StoreKind } from "../../ports/store.ts";
import type { StoreError } from "../../ports/errors.ts";
import type { Tables } from "./tables.ts";

/** Everything in which databases differ. The rest of the store is written once. */
export interface SqlDialect {
  readonly schema: SchemaSyntax;
  readonly copying: CopySyntax;
  /** Blocks other processes that take the same lock until the transaction ends. */
  lock(transaction: Transaction<Tables>, name: LockName): Promise<void>;
  /** Whether rows can be locked in an open transaction while others write. If not, there is one writer at a time. */
  readonly canLockRows: boolean;
  /** Milliseconds since 1970, by the database's clock, which all processes share. */
  readonly clock: RawBuilder<number>;
  /** Tables of an extension that store vectors, with the record's `id` as key, sorted by name. */
  vectorTables(db: Kysely<Tables>): Promise<readonly string[]>;
  /** Removes what deleted rows leave behind in files. Repeated until it succeeds once. */
  scrub(db: Kysely<Tables>): Promise<void>;
  /** Whether the database rolled a transaction back only because of a deadlock or a serialisation failure. */
  isRetryable(error: unknown): boolean;
  /** Translates a database error into one with advice. */
  toStoreError(error: unknown): StoreError;
}

/** What only one process may do at a time. */
export type LockName = "schema" | "events" | "audit" | "clusters" | "people";

export interface SchemaSyntax {
  /** Column type of a number assigned by the database. */
  readonly counter: string;
  /** Suffix for a table that is only looked up by its key. */
  readonly keyedTable: string;
  /** Column type of text that sorts in byte order. */
  readonly text: string;
  readonly integer: string;
  /** Expressions over the column `record` for the output hashes in it, or null if there are none. */
  readonly outputHash: { readonly judged: string; readonly accepted: string };
  /** Expression over the column `document` of an injection for its time. */
  readonly injectionTime: string;
  readonly bytes: string;
  /** Statements that make the database refuse any change to audit entries except erasing a body. */
  readonly protectAudit: readonly string[];
}

export interface CopySyntax {
  readonly kind: StoreKind;
  /** Starts a transaction that sees one state, whatever others write meanwhile. */
  readonly snapshot: string;
  /** Goes between columns and values to insert explicit values for counters. */
  readonly overriding: string;
  /** Blocks other writers of these tables until the transaction ends. */
  hold(transaction: Transaction<Tables>, tables: readonly string[]): Promise<void>;
  /** The last number that a counter assigned, or 0. */
  readCounter(db: Kysely<Tables>, counter: Counter): Promise<number>;
  setCounter(transaction: Transaction<Tables>, counter: Counter, value: number): Promise<void>;
  /** Size in bytes, including indexes. */
  size(db: Kysely<Tables>, tables: readonly string[]): Promise<number>;
}

/** A column whose numbers the database assigns. */
interface Counter {
  readonly table: string;
  readonly column: string;
}
