import { byCodeUnits } from "../../core/text/code-points.ts";
import type { Page } from "../../core/page.ts";
import { type PageEnd, pageOf, writeCursor } from "./page-cursor.ts";

/**
 * Merges several sorted streams into one page. Each must contain one row more than the page. One query per value of a
 * column reads an index in order, while a single query for all values would have to sort.
 */
export function mergeStreams<Row extends PageEnd, Item>(
  streams: readonly (readonly Row[])[],
  limit: number,
  toItem: (row: Row) => Item,
  first: "newest" | "oldest" = "newest",
): Page<Item> {
  const sign = first === "newest" ? -1 : 1;
  const rows = streams.flat().toSorted((a, b) => sign * (byCodeUnits(a.time, b.time) || a.seq - b.seq));
  return pageOf(rows, limit, toItem, writeCursor);
}
