import { StoreError } from "./store-error.ts";

/** The last record of a page: its time and number. */
export interface PageEnd {
  readonly time: string;
  readonly seq: number;
}

/** Longer than any cursor that was handed out. */
const LONGEST = 4_000;

export const writeCursor = ({ time, seq }: PageEnd): string =>
  Buffer.from(JSON.stringify([time, seq])).toString("base64url");

export function readCursor(cursor: string): PageEnd {
  const [time, seq] = parts(cursor.slice(0, LONGEST));
  if (typeof time === "string" && typeof seq === "number") return { time, seq };
  throw new StoreError(
    "invalid_cursor",
    "expected `after` to be the `next` of an earlier page; start from the first page",
  );
}

function parts(cursor: string): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}
