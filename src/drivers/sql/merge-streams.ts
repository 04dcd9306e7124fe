import { byCodeUnits } from "../../core/text/code-points.ts";
import type { Page } from "../../core/page.ts";
import { type PageEnd, pageOf, writeCursor } from "./page-cursor.ts";

/**
 * One page, newest first or oldest first, of several streams that each give one row more than the page holds: one
 * query for each value of a column reads its index in order, where one query for all of them would have to sort.
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
