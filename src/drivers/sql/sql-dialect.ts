import type { Kysely, RawBuilder, Transaction } from "kysely";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";

/** Where databases differ; everything else of the store is written once. */
export interface SqlDialect {
  /** How the schema is spelled. */
  readonly schema: SchemaWords;
  /** Keeps every other process that asks for the same lock waiting until the transaction ends. */
  lock(transaction: Transaction<Tables>, name: LockName): Promise<void>;
  /** Whether rows can be held in an open transaction while others write; where not, there is one writer at a time. */
  readonly holdsRows: boolean;
  /** Milliseconds from 1970 by the clock that every process on the database shares. */
  readonly clock: RawBuilder<number>;
  /** The tables of an extension that keep vectors, each by the `id` of its record, in the order of their names. */
  vectorTables(transaction: Transaction<Tables>): Promise<readonly string[]>;
  /** Removes what deleting leaves behind in files; repeated until it succeeds once. */
  scrub(db: Kysely<Tables>): Promise<void>;
  /** Whether the database undid a transaction only because it and another waited for each other. */
  isBrokenOff(error: unknown): boolean;
  /** What the database said, as an error that tells what to do. */
  toStoreError(error: unknown): StoreError;
}

/** What only one process does at a time. */
export type LockName = "schema" | "events" | "audit" | "clusters";

export interface SchemaWords {
  /** The column type of a number that the database itself counts up. */
  readonly counter: string;
  /** What follows the columns of a table that is found by its key only. */
  readonly keyedTable: string;
  /** The column type of a text that compares byte by byte. */
  readonly text: string;
  readonly integer: string;
  /** The column type of bytes. */
  readonly bytes: string;
  /** Makes the database refuse every change of an audit entry but the erasing of its body. */
  readonly protectAudit: readonly string[];
}
