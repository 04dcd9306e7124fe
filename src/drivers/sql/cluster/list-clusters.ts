import type { Kysely } from "kysely";
import type { ClusterPage, ClusterQuery, MemberPage, MemberQuery } from "../../../ports/cluster-store.ts";
import { pageLimit, readCursor, readSizeCursor, writeCursor, writeSizeCursor } from "../page-cursor.ts";
import { storedKey } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { CLUSTER_COLUMNS, toCluster } from "./cluster-row.ts";
import { toMember } from "./member-row.ts";

/** A page by (size, seq) or by (time of the last member, seq), descending. */
export async function listClusters(db: Kysely<Tables>, query: ClusterQuery): Promise<ClusterPage> {
  const limit = pageLimit(query.limit);
  const rows = await (query.order === "size" ? bySize(db, query) : byTime(db, query))
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const items = page.map(toCluster);
  const last = page.at(-1);
  if (rows.length <= limit || last === undefined) return { items };
  const next =
    query.order === "size" ? writeSizeCursor(last) : writeCursor({ time: last.last_time, seq: last.seq });
  return { items, next };
}

/** Those that were merged away have no members. */
const leastSize = ({ minSize = 1 }: ClusterQuery): number => Math.max(1, Math.ceil(minSize) || 1);

function bySize(db: Kysely<Tables>, query: ClusterQuery) {
  let rows = db
    .selectFrom("cluster")
    .select(CLUSTER_COLUMNS)
    .where("size", ">=", leastSize(query))
    .orderBy("size", "desc")
    .orderBy("seq", "desc");
  if (query.after !== undefined) {
    const end = readSizeCursor(query.after);
    rows = rows.where((eb) => eb(eb.refTuple("size", "seq"), "<", eb.tuple(end.size, end.seq)));
  }
  return rows;
}

function byTime(db: Kysely<Tables>, query: ClusterQuery) {
  let rows = db
    .selectFrom("cluster")
    .select(CLUSTER_COLUMNS)
    .where("size", ">=", leastSize(query))
    .orderBy("last_time", "desc")
    .orderBy("seq", "desc");
  if (query.after !== undefined) {
    const end = readCursor(query.after);
    rows = rows.where((eb) => eb(eb.refTuple("last_time", "seq"), "<", eb.tuple(end.time, end.seq)));
  }
  return rows;
}

/** A page by (time, seq) descending. */
export async function listMembers(
  db: Kysely<Tables>,
  clusterId: string,
  query: MemberQuery,
): Promise<MemberPage> {
  const limit = pageLimit(query.limit);
  let found = db
    .selectFrom("cluster_member")
    .select(["seq", "feedback_id", "cluster_id", "time", "author", "trust", "agent", "judged", "placed_by"])
    .where("cluster_id", "=", storedKey(clusterId))
    .orderBy("time", "desc")
    .orderBy("seq", "desc")
    .limit(limit + 1);
  if (query.after !== undefined) {
    const end = readCursor(query.after);
    found = found.where((eb) => eb(eb.refTuple("time", "seq"), "<", eb.tuple(end.time, end.seq)));
  }
  const rows = await found.execute();
  const page = rows.slice(0, limit);
  const items = page.map(toMember);
  const last = page.at(-1);
  return rows.length > limit && last !== undefined ? { items, next: writeCursor(last) } : { items };
}
