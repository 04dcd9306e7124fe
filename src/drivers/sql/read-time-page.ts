import { type SelectQueryBuilder, sql } from "kysely";
import type { Page } from "../../core/page.ts";
import { byCodeUnits } from "../../core/text/code-points.ts";
import { pageLimit, parseTimeCursor, timeCursor, type TimedRow, toPage } from "./page-cursor.ts";
import { isAfter, isBefore } from "./query.ts";
import type { Tables } from "./tables.ts";

interface TimePage<Table extends keyof Tables, Row extends TimedRow, Item> {
  /**
   * Queries without order and limit, whose rows are merged. One per value of a column reads an index in order, while a
   * single query for all values would have to sort.
   */
  readonly streams: readonly SelectQueryBuilder<Tables, Table, Row>[];
  /** The columns that rows contain as `time` and `seq`. */
  readonly columns: readonly [time: string, seq: string];
  readonly first?: "newest" | "oldest";
  readonly toItem: (row: Row) => Item;
}

/**
 * A page by (time, seq). It starts where the previous one ended, however many rows arrive in between, and costs the
 * same at any depth.
 */
export async function readTimePage<Table extends keyof Tables, Row extends TimedRow, Item>(
  { streams, columns, first = "newest", toItem }: TimePage<Table, Row, Item>,
  query: { readonly limit: number; readonly after?: string },
): Promise<Page<Item>> {
  const limit = pageLimit(query.limit);
  const end = query.after === undefined ? undefined : parseTimeCursor(query.after);
  const [direction, follows, sign] =
    first === "newest" ? (["desc", isBefore, -1] as const) : (["asc", isAfter, 1] as const);
  const read = await Promise.all(
    streams.map((stream) => {
      let rows = stream.limit(limit + 1);
      for (const column of columns) rows = rows.orderBy(sql.ref(column), direction);
      if (end !== undefined) rows = rows.where(follows(columns, end));
      return rows.execute();
    }),
  );
  const rows = read.flat().toSorted((a, b) => sign * (byCodeUnits(a.time, b.time) || a.seq - b.seq));
  return toPage(rows, limit, toItem, timeCursor);
}
