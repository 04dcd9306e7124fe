import type { Page } from "../../core/page.ts";
import { StoreError } from "../../ports/errors.ts";
import { storedText } from "./row-shapes.ts";

/** Position of the last row of a page ordered by time. */
export interface PageEnd {
  readonly time: string;
  readonly seq: number;
}

/** Position of the last row of a page ordered by size. */
export interface SizeEnd {
  readonly size: number;
  readonly seq: number;
}

/** Longer than any valid cursor. */
const LONGEST = 4_000;
const MAX_PAGE = 500;

/** Clamps a page size to the allowed range. */
export const pageLimit = (limit: number): number => Math.min(MAX_PAGE, Math.max(1, Math.trunc(limit) || 1));

/**
 * Makes a page from rows that were queried with one more than the limit. The extra row tells whether there is a next
 * page.
 */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
  cursorOf: (last: Row) => string,
): Page<Item> {
  const page = rows.slice(0, limit);
  const items = page.map((row) => toItem(row));
  const last = page.at(-1);
  return rows.length > limit && last !== undefined ? { items, next: cursorOf(last) } : { items };
}

export const writeCursor = ({ time, seq }: PageEnd): string => encode([time, seq]);

export const writeSizeCursor = ({ size, seq }: SizeEnd): string => encode([size, seq]);

export function readCursor(cursor: string): PageEnd {
  const [time, seq] = parts(cursor);
  if (typeof time === "string" && time === storedText(time) && isCount(seq)) return { time, seq };
  throw invalidCursor();
}

export function readSizeCursor(cursor: string): SizeEnd {
  const [size, seq] = parts(cursor);
  if (isCount(size) && isCount(seq)) return { size, seq };
  throw invalidCursor();
}

const encode = (end: readonly [string | number, number]): string =>
  Buffer.from(JSON.stringify(end)).toString("base64url");

const isCount = (value: unknown): value is number => Number.isSafeInteger(value);

export const invalidCursor = (): StoreError =>
  new StoreError(
    "invalid_cursor",
    "expected `after` to be the `next` of the previous page; start from the first page",
  );

function parts(cursor: string): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor.slice(0, LONGEST), "base64url").toString("utf8"));
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}
