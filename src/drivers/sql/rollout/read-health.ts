import { type Kysely, sql } from "kysely";
import type { VersionHealth } from "../../../core/rollout/rollout-health.ts";
import type { SliceHealth } from "../../../core/rollout/slice-health.ts";
import { versionKey, versionOfKey } from "../../../core/rollout/version-pair.ts";
import type { HealthQuery, ReasonCount, VersionCounts } from "../../../ports/rollout-store.ts";
import { storedKey, storedText } from "../stored-text.ts";
import { hourOf } from "../stored-time.ts";
import type { Tables } from "../tables.ts";
import { COUNT_COLUMNS } from "./review-shapes.ts";
import type { ReviewCountColumns } from "./rollout-tables.ts";

const MAX_VERSIONS = 200;

/** Two queries over the hours of the window. */
export async function readHealth(db: Kysely<Tables>, query: HealthQuery): Promise<readonly VersionCounts[]> {
  const [from, to] = [hourOf(query.from), hourOf(query.to)];
  const named = query.versions?.slice(0, MAX_VERSIONS).map((version) => storedText(versionKey(version)));
  if (named?.length === 0) return [];
  let sums = db
    .selectFrom(query.assigned === true ? "assigned_review_hour" : "review_hour")
    .select("version")
    .select(({ fn }) => COUNT_COLUMNS.map((column) => fn.sum<number | string>(column).as(column)))
    .where("hour", ">=", from)
    .where("hour", "<", to)
    .groupBy("version")
    .orderBy(sql`sum(reviews)`, "desc")
    .orderBy("version")
    .limit(MAX_VERSIONS);
  if (named !== undefined) sums = sums.where("version", "in", named);
  const rows = await sums.execute();
  const reasons = await readReasons(
    db,
    { from, to },
    rows.map(({ version }) => version),
  );
  return rows.map(({ version, ...counts }) => {
    const of = (kind: string): readonly ReasonCount[] => reasons.get(`${version} ${kind}`) ?? [];
    return {
      version: versionOfKey(version),
      ...toHealth(counts),
      rejectedFor: of("response_rejected"),
      droppedFor: of("finding_dropped"),
      coercedFor: of("coercion_applied"),
    };
  });
}

async function readReasons(
  db: Kysely<Tables>,
  { from, to }: { readonly from: number; readonly to: number },
  versions: readonly string[],
): Promise<ReadonlyMap<string, readonly ReasonCount[]>> {
  const found = new Map<string, ReasonCount[]>();
  if (versions.length === 0) return found;
  const rows = await db
    .selectFrom("review_reason_hour")
    .select(["version", "kind", "reason"])
    .select(({ fn }) => fn.sum<number | string>("count").as("total"))
    .where("hour", ">=", from)
    .where("hour", "<", to)
    .where("version", "in", versions)
    .groupBy(["version", "kind", "reason"])
    .orderBy(sql`sum(count)`, "desc")
    .orderBy("reason")
    .execute();
  for (const { version, kind, reason, total } of rows) {
    const key = `${version} ${kind}`;
    const known = found.get(key) ?? [];
    known.push({ reason, count: Number(total) });
    found.set(key, known);
  }
  return found;
}

/** The first slice first; of each the baseline before the candidate. */
export async function readSlices(db: Kysely<Tables>, id: string): Promise<readonly SliceHealth[]> {
  const rows = await db
    .selectFrom("rollout_slice")
    .selectAll()
    .where("rollout_id", "=", storedKey(id))
    .execute();
  return rows
    .map(({ role, slice, rollout_id: _id, ...counts }) => ({
      role,
      slice: Number(slice),
      ...toHealth(counts),
    }))
    .toSorted((a, b) => a.slice - b.slice || (a.role < b.role ? -1 : 1));
}

/** A sum of whole numbers is a numeric in PostgreSQL, which comes as a text. */
const toHealth = (row: Readonly<Record<keyof ReviewCountColumns, number | string>>): VersionHealth => ({
  reviews: Number(row.reviews),
  rejections: Number(row.rejections),
  incompatible: Number(row.incompatible),
  findings: Number(row.findings),
  drops: Number(row.drops),
  coercions: Number(row.coercions),
  coercedReviews: Number(row.coerced_reviews),
});
