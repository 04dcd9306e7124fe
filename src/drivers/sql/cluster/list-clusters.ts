import type { Cluster, ClusterMember } from "../../../core/cluster/cluster.ts";
import type { Page } from "../../../core/page.ts";
import type { Kysely } from "kysely";
import type { ClusterQuery, MemberQuery } from "../../../ports/cluster-store.ts";
import {
  pageLimit,
  toPage,
  parseTimeCursor,
  parseSizeCursor,
  timeCursor,
  sizeCursor,
} from "../page-cursor.ts";
import { isBefore } from "../query.ts";
import { storedKey } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { fromClusterRow } from "./cluster-row.ts";
import { type ClusterStatements, newestMembers } from "./cluster-statements.ts";
import { type MemberRow, fromMemberRow } from "./member-row.ts";

/** A page by (size, seq) or (time of the last member, seq), descending. */
export async function listClusters(db: Kysely<Tables>, query: ClusterQuery): Promise<Page<Cluster>> {
  const { minSize = 1, after } = query;
  const limit = pageLimit(query.limit);
  const isBySize = query.order === "size";
  const column = isBySize ? "size" : "last_time";
  let rows = db
    .selectFrom("cluster")
    .selectAll()
    // At least 1, because merged clusters have no members.
    .where("size", ">=", Math.max(1, Math.ceil(minSize) || 1))
    .orderBy(column, "desc")
    .orderBy("seq", "desc")
    .limit(limit + 1);
  if (after !== undefined) {
    const end = isBySize ? parseSizeCursor(after) : parseTimeCursor(after);
    rows = rows.where(isBefore([column, "seq"], end));
  }
  return toPage(await rows.execute(), limit, fromClusterRow, ({ size, last_time, seq }) =>
    isBySize ? sizeCursor({ size, seq }) : timeCursor({ time: last_time, seq }),
  );
}

/** A page by (time, seq) descending. */
export async function listMembers(
  db: Kysely<Tables>,
  statements: ClusterStatements,
  clusterId: string,
  query: MemberQuery,
): Promise<Page<ClusterMember>> {
  const limit = pageLimit(query.limit);
  const [key, count] = [storedKey(clusterId), limit + 1];
  const rows =
    query.after === undefined
      ? await statements.newest.run<NumberedMember>(db, [[key, count]])
      : await membersAfter(db, key, count, query.after);
  return toPage(rows, limit, fromMemberRow, timeCursor);
}

function membersAfter(db: Kysely<Tables>, clusterId: string, count: number, after: string) {
  return newestMembers(db, clusterId, count)
    .where(isBefore(["time", "seq"], parseTimeCursor(after)))
    .execute();
}

type NumberedMember = MemberRow & { readonly seq: number };
