import { setImmediate } from "node:timers/promises";
import type { Compilable, CompiledQuery, Insertable, InsertQueryBuilder, InsertResult, Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Only a few sizes, so that few prepared statements are needed. At 8 columns below SQLite's limit of 32,766
 * parameters.
 */
const SIZES = [128, 16, 1] as const;
/** SQLite blocks this thread, so the event loop gets a turn after this many rows. */
const PAUSE_ROWS = 2_048;
/** Lookups are padded to a multiple of this many keys. */
const FULL = 16;

/** Placeholder rows for building a statement. */
export const repeatRow = <Row>(count: number, row: Row): Row[] => Array.from({ length: count }, () => row);

type Build = (rows: number) => CompiledQuery;

/**
 * A statement over many rows, built and compiled once per batch size, because building a query costs more than
 * running it.
 */
export class BatchStatement {
  readonly #build: Build;
  readonly #compiled = new Map<number, CompiledQuery>();

  constructor(build: Build) {
    this.#build = build;
  }

  /** Runs the statement on all rows, passed as parameters in column order, and returns what it returned. */
  async run<Returned>(
    db: Kysely<Tables>,
    rows: readonly (readonly unknown[])[],
  ): Promise<readonly Returned[]> {
    const returned: Returned[] = [];
    for (let at = 0; at < rows.length;) {
      const size = SIZES.find((candidate) => candidate <= rows.length - at) ?? 1;
      const parameters = rows.slice(at, at + size).flat();
      const result = await db.executeQuery({ ...this.#shape(size), parameters });
      for (const row of result.rows) returned.push(row as Returned);
      at += size;
      if (at % PAUSE_ROWS === 0) await setImmediate();
    }
    return returned;
  }

  /**
   * Looks rows up by one key each. Repeats the last key to fill a batch: it is found only once, and a few extra keys
   * cost less than another statement.
   */
  lookUp<Returned>(db: Kysely<Tables>, keys: readonly string[]): Promise<readonly Returned[]> {
    const length = keys.length > 1 ? Math.ceil(keys.length / FULL) * FULL : keys.length;
    return this.run(
      db,
      Array.from({ length }, (_, at) => [keys[Math.min(at, keys.length - 1)]]),
    );
  }

  #shape(size: number): CompiledQuery {
    const known = this.#compiled.get(size);
    if (known !== undefined) return known;
    const made = this.#build(size);
    this.#compiled.set(size, made);
    return made;
  }
}

/** An insert of many rows, passed in the order of these columns. `finish` adds what follows the values. */
export const insertRows = <Name extends keyof Tables>(
  db: Kysely<Tables>,
  table: Name,
  columns: readonly (keyof Tables[Name] & string)[],
  finish: (insert: InsertQueryBuilder<Tables, Name, InsertResult>) => Compilable = (insert) => insert,
): BatchStatement => {
  const placeholders = Object.fromEntries(columns.map((column) => [column, ""]));
  return new BatchStatement((count) => {
    const rows = repeatRow(count, placeholders) as unknown as Insertable<Tables[Name]>[];
    return finish(db.insertInto<Name>(table).values(rows)).compile();
  });
};

/** Sorted by key, so that concurrent writers lock rows in the same order. */
export const inKeyOrder = <Row>(rows: ReadonlyMap<string, Row>): readonly Row[] =>
  rows.size === 1
    ? [...rows.values()]
    : [...rows].toSorted((a, b) => (a[0] < b[0] ? -1 : 1)).map(([, row]) => row);
