import type { Cluster, ClusterMember } from "../../../core/cluster/cluster.ts";
import type { Page } from "../../../core/page.ts";
import type { Kysely } from "kysely";
import type { ClusterQuery, MemberQuery } from "../../../ports/cluster-store.ts";
import {
  type PageEnd,
  pageLimit,
  pageOf,
  readCursor,
  readSizeCursor,
  writeCursor,
  writeSizeCursor,
} from "../page-cursor.ts";
import { storedKey } from "../row-shapes.ts";
import type { Tables } from "../tables.ts";
import { CLUSTER_COLUMNS, toCluster } from "./cluster-row.ts";
import { type ClusterShapes, newestMembers } from "./cluster-shapes.ts";
import { type MemberRow, toMember } from "./member-row.ts";

/** A page by (size, seq) or (time of the last member, seq), descending. */
export async function listClusters(db: Kysely<Tables>, query: ClusterQuery): Promise<Page<Cluster>> {
  const limit = pageLimit(query.limit);
  const rows = await (query.order === "size" ? bySize(db, query) : byTime(db, query))
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, toCluster, (last) =>
    query.order === "size" ? writeSizeCursor(last) : writeCursor({ time: last.last_time, seq: last.seq }),
  );
}

/** At least 1, because merged clusters have no members. */
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
  shapes: ClusterShapes,
  clusterId: string,
  query: MemberQuery,
): Promise<Page<ClusterMember>> {
  const limit = pageLimit(query.limit);
  const [key, count] = [storedKey(clusterId), limit + 1];
  const rows =
    query.after === undefined
      ? await shapes.newest.run<MemberRow & PageEnd>(db, [[key, count]])
      : await membersAfter(db, key, count, query.after);
  return pageOf(rows, limit, toMember, writeCursor);
}

function membersAfter(db: Kysely<Tables>, clusterId: string, count: number, after: string) {
  const end = readCursor(after);
  return newestMembers(db, clusterId, count)
    .where((eb) => eb(eb.refTuple("time", "seq"), "<", eb.tuple(end.time, end.seq)))
    .execute();
}
