import type { Page } from "../../core/page.ts";
import { StoreError } from "../../ports/errors.ts";
import { storedText } from "./stored-text.ts";

/** Longer than any valid cursor. */
const LONGEST = 4_000;
const MAX_PAGE = 500;

/** Clamps a page size to the allowed range. */
export const pageLimit = (limit: number): number => Math.min(MAX_PAGE, Math.max(1, Math.trunc(limit) || 1));

/**
 * Makes a page from rows that were queried with one more than the limit. The extra row tells whether there is a next
 * page.
 */
export function toPage<Row, Item>(
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

export interface TimedRow {
  readonly time: string;
  readonly seq: number;
}

/** The cursor of a page that is ordered by time. */
export const timeCursor = ({ time, seq }: TimedRow): string => encode([time, seq]);

/** The cursor of a page that is ordered by size. */
export const sizeCursor = ({ size, seq }: { readonly size: number; readonly seq: number }): string =>
  encode([size, seq]);

export function parseTimeCursor(cursor: string): readonly [time: string, seq: number] {
  const [time, seq] = decode(cursor);
  if (typeof time === "string" && time === storedText(time) && isCount(seq)) return [time, seq];
  throw invalidCursor();
}

export function parseSizeCursor(cursor: string): readonly [size: number, seq: number] {
  const [size, seq] = decode(cursor);
  if (isCount(size) && isCount(seq)) return [size, seq];
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

function decode(cursor: string): readonly unknown[] {
  try {
    const end: unknown = JSON.parse(Buffer.from(cursor.slice(0, LONGEST), "base64url").toString("utf8"));
    return Array.isArray(end) ? end : [];
  } catch {
    return [];
  }
}
