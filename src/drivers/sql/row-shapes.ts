import { setImmediate } from "node:timers/promises";
import type { CompiledQuery, Kysely } from "kysely";
import type { Tables } from "./tables.ts";
import { hash64 } from "../../core/hash.ts";

/** Few sizes, so that few statements are kept prepared; below SQLite's limit of 32,766 parameters at 8 columns. */
const SIZES = [128, 16, 1] as const;
/** SQLite answers in this thread, so after so many rows whoever waits for no database has a turn. */
const PAUSE_ROWS = 2_048;
/** What keys that are looked up are filled to. */
const FULL = 16;

/** What stands for so many rows while a statement is built. */
export const rowsOf = <Row>(count: number, row: Row): Row[] => Array.from({ length: count }, () => row);

type Build = (rows: number) => CompiledQuery;

/**
 * One statement over many rows, built and compiled once for each of a few sizes: building a query costs more
 * than running it.
 */
export class RowShapes {
  readonly #build: Build;
  readonly #compiled = new Map<number, CompiledQuery>();

  constructor(build: Build) {
    this.#build = build;
  }

  /** Runs over all rows, given as their parameters in column order; answers with what the statements return. */
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
   * Runs a statement that looks rows up by one key each. The last key is asked for again until a size is full: it is
   * found once all the same, and a statement more costs more than a few keys.
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

/** Writers that lock rows in the same order never wait for each other in a circle. */
export const inKeyOrder = <Row>(rows: ReadonlyMap<string, Row>): readonly Row[] =>
  rows.size === 1
    ? [...rows.values()]
    : [...rows].toSorted((a, b) => (a[0] < b[0] ? -1 : 1)).map(([, row]) => row);

/** As every database can hold it: no NUL, no half of a surrogate pair. */
export const storedText = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");

/** The same for a key, which stays different for different texts. */
export function storedKey(text: string): string {
  const kept = storedText(text);
  return kept === text ? text : `${kept}~${hash64(text)}`;
}
