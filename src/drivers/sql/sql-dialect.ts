import type { Kysely, Transaction } from "kysely";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";

/** Where databases differ; everything else of the store is written once. */
export interface SqlDialect {
  /** How the schema is spelled. */
  readonly schema: SchemaWords;
  /** Keeps other processes from changing the schema until the transaction ends. */
  lockSchema(transaction: Transaction<Tables>): Promise<void>;
  /** Removes what deleting leaves behind in files; repeated until it succeeds once. */
  scrub(db: Kysely<Tables>): Promise<void>;
  /** What the database said, as an error that tells what to do. */
  toStoreError(error: unknown): StoreError;
}

export interface SchemaWords {
  /** The column type of a number that the database itself counts up. */
  readonly counter: string;
  /** What follows the columns of a table that is found by its key only. */
  readonly keyedTable: string;
  /** The column type of a text that compares byte by byte. */
  readonly text: string;
  readonly integer: string;
}
