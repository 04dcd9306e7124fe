import type { Kysely, RawBuilder, Transaction } from "kysely";
import type { StoreKind } from "../../ports/store.ts";
import type { StoreError } from "../../ports/errors.ts";
import type { Tables } from "./tables.ts";

/** Where databases differ; everything else of the store is written once. */
export interface SqlDialect {
  /** How the schema is spelled. */
  readonly schema: SchemaWords;
  /** What it takes to copy a whole store. */
  readonly copying: CopyWords;
  /** Keeps every other process that asks for the same lock waiting until the transaction ends. */
  lock(transaction: Transaction<Tables>, name: LockName): Promise<void>;
  /** Whether rows can be held in an open transaction while others write; where not, there is one writer at a time. */
  readonly holdsRows: boolean;
  /** Milliseconds from 1970 by the clock that every process on the database shares. */
  readonly clock: RawBuilder<number>;
  /** The tables of an extension that keep vectors, each by the `id` of its record, in the order of their names. */
  vectorTables(db: Kysely<Tables>): Promise<readonly string[]>;
  /** Removes what deleting leaves behind in files; repeated until it succeeds once. */
  scrub(db: Kysely<Tables>): Promise<void>;
  /** Whether the database undid a transaction only because it and another waited for each other. */
  isBrokenOff(error: unknown): boolean;
  /** What the database said, as an error that tells what to do. */
  toStoreError(error: unknown): StoreError;
}

/** What only one process does at a time. */
export type LockName = "schema" | "events" | "audit" | "clusters" | "people";

export interface SchemaWords {
  /** The column type of a number that the database itself counts up. */
  readonly counter: string;
  /** What follows the columns of a table that is found by its key only. */
  readonly keyedTable: string;
  /** The column type of a text that compares byte by byte. */
  readonly text: string;
  readonly integer: string;
  /** The hashes in the text of a feedback record, as an expression over the column `record`; null where there is none. */
  readonly outputHash: { readonly judged: string; readonly accepted: string };
  /** The column type of bytes. */
  readonly bytes: string;
  /** Makes the database refuse every change of an audit entry but the erasing of its body. */
  readonly protectAudit: readonly string[];
}

export interface CopyWords {
  readonly kind: StoreKind;
  /** Begins a transaction that sees one state, whatever others write meanwhile. */
  readonly snapshot: string;
  /** What stands between the columns and the values of rows that bring the numbers of counters along. */
  readonly overriding: string;
  /** Keeps everybody else from writing these tables until the transaction ends. */
  hold(transaction: Transaction<Tables>, tables: readonly string[]): Promise<void>;
  /** The last number that a counter gave out; 0 where it gave none. */
  readCounter(db: Kysely<Tables>, counter: Counter): Promise<number>;
  setCounter(transaction: Transaction<Tables>, counter: Counter, value: number): Promise<void>;
  /** How many bytes the tables take, with their indexes. */
  size(db: Kysely<Tables>, tables: readonly string[]): Promise<number>;
}

/** A column that the database itself counts up. */
interface Counter {
  readonly table: string;
  readonly column: string;
}
