import type { Kysely } from "kysely";
import type { RolloutPage, RolloutQuery } from "../../../ports/rollout-store.ts";
import { pageLimit, pageOf, readCursor, writeCursor } from "../page-cursor.ts";
import type { Tables } from "../tables.ts";
import { fromDocument } from "./rollout-row.ts";

/** A page by (time of the last change, seq) descending. */
export async function listRollouts(
  db: Kysely<Tables>,
  { stage, limit, after }: RolloutQuery,
): Promise<RolloutPage> {
  const most = pageLimit(limit);
  let query = db
    .selectFrom("rollout")
    .select(["seq", "updated_at as time", "document"])
    .orderBy("updated_at", "desc")
    .orderBy("seq", "desc")
    .limit(most + 1);
  if (stage !== undefined) query = query.where("stage", "=", stage);
  if (after !== undefined) {
    const end = readCursor(after);
    query = query.where((eb) => eb(eb.refTuple("updated_at", "seq"), "<", eb.tuple(end.time, end.seq)));
  }
  return pageOf(await query.execute(), most, ({ document }) => fromDocument(document), writeCursor);
}
