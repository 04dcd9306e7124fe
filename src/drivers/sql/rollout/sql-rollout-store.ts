import {
  type RolloutRecord,
  isVersionPair,
  versionKey,
  versionOfKey,
} from "../../../core/rollout/rollout.ts";
import type { Page } from "../../../core/page.ts";
import type {
  RolloutStore,
  RolloutQuery,
  HealthQuery,
  ReasonCount,
  VersionCounts,
} from "../../../ports/rollout-store.ts";
import { GroupCommit } from "../group-commit.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey, storedText } from "../stored-text.ts";
import { prepareCountReviews, type ReviewRow, toReviewRow } from "./count-reviews.ts";
import { fromRolloutRow } from "./rollout-row.ts";
import { saveRollout } from "./save-rollout.ts";
import { type Kysely, type Transaction, sql } from "kysely";
import { readTimePage } from "../read-time-page.ts";
import { affectedRows, findFirst } from "../query.ts";
import type { Tables } from "../tables.ts";
import type { ReviewAssignment } from "../../../core/rollout/review-assignment.ts";
import type { VersionHealth, SliceHealth } from "../../../core/rollout/rollout-health.ts";
import { toStoredHour } from "../stored-time.ts";
import { COUNT_COLUMNS } from "./review-statements.ts";
import type { ReviewCountColumns } from "./rollout-tables.ts";

const MAX_VERSIONS = 200;

/** PostgreSQL returns sums as numeric, which the driver delivers as text. */
const toHealth = (row: Readonly<Record<keyof ReviewCountColumns, number | string>>): VersionHealth => ({
  reviews: Number(row.reviews),
  rejections: Number(row.rejections),
  incompatible: Number(row.incompatible),
  findings: Number(row.findings),
  drops: Number(row.drops),
  coercions: Number(row.coercions),
  coercedReviews: Number(row.coerced_reviews),
});

const toAssignment = ({
  id,
  rollout_id,
  review_key,
  version,
  assigned_at,
}: Tables["review_assignment"]): ReviewAssignment => ({
  id,
  rollout_id,
  key: review_key,
  version: versionOfKey(version),
  assigned_at,
});

const MAX_GROUP = 256;

export function createSqlRolloutStore(database: SqlDatabase): RolloutStore {
  const { commit, db, run, transact } = database;
  const countReviews = prepareCountReviews(db);
  const group = new GroupCommit<ReviewRow, true>({
    maxRows: MAX_GROUP,
    commit: async (rows) => {
      await commit((transaction) => countReviews(transaction, rows));
      return rows.map(() => true);
    },
  });
  return {
    count: (reading) =>
      run(async () => {
        if (isVersionPair(reading.version)) await group.add([toReviewRow(reading)]);
      }),
    assign: (assignment) => transact((transaction) => assignReview(transaction, assignment)),
    findAssignment: (id) =>
      run(() =>
        findFirst(db.selectFrom("review_assignment").selectAll().where("id", "=", storedKey(id)), (row) => ({
          assignment: toAssignment(row),
          used: row.used !== 0,
        })),
      ),
    useAssignment: (id) =>
      transact(async (transaction) => {
        const used = transaction
          .updateTable("review_assignment")
          .set({ used: 1 })
          .where("id", "=", storedKey(id))
          .where("used", "=", 0);
        return (await affectedRows(used)) > 0;
      }),
    health: (query) => run(() => readHealth(db, query)),
    slices: (id) => run(() => readSlices(db, id)),
    find: (id) =>
      run(() =>
        findFirst(
          db.selectFrom("rollout").select("document").where("id", "=", storedKey(id)),
          fromRolloutRow,
        ),
      ),
    runningWith: (version) =>
      run(() =>
        findFirst(
          db
            .selectFrom("rollout_version")
            .innerJoin("rollout", "rollout.id", "rollout_version.rollout_id")
            .select("rollout.document")
            .where("rollout_version.version", "=", storedKey(versionKey(version))),
          fromRolloutRow,
        ),
      ),
    list: (query) => run(() => listRollouts(db, query)),
    save: (change) => transact((transaction) => saveRollout(transaction, change, database)),
  };
}

function listRollouts(db: Kysely<Tables>, query: RolloutQuery): Promise<Page<RolloutRecord>> {
  const all = db.selectFrom("rollout").select(["seq", "updated_at as time", "document"]);
  const rows = query.stage === undefined ? all : all.where("stage", "=", query.stage);
  return readTimePage({ streams: [rows], columns: ["updated_at", "seq"], toItem: fromRolloutRow }, query);
}

/** Returns the review's unused assignment to the same version, or creates one. */
async function assignReview(
  transaction: Transaction<Tables>,
  assignment: ReviewAssignment,
): Promise<ReviewAssignment> {
  const version = storedText(versionKey(assignment.version));
  const open = await transaction
    .selectFrom("review_assignment")
    .selectAll()
    .where("rollout_id", "=", storedKey(assignment.rollout_id))
    .where("review_key", "=", storedKey(assignment.key))
    .where("version", "=", version)
    .where("used", "=", 0)
    .limit(1)
    .executeTakeFirst();
  if (open !== undefined) return toAssignment(open);
  const row = {
    id: storedKey(assignment.id),
    rollout_id: storedKey(assignment.rollout_id),
    review_key: storedKey(assignment.key),
    version,
    assigned_at: assignment.assigned_at,
    used: 0,
  };
  await transaction.insertInto("review_assignment").values(row).execute();
  return toAssignment(row);
}

async function readHealth(db: Kysely<Tables>, query: HealthQuery): Promise<readonly VersionCounts[]> {
  const [from, to] = [toStoredHour(query.from), toStoredHour(query.to)];
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

/** Smallest slice first, and the baseline before the candidate. */
async function readSlices(db: Kysely<Tables>, id: string): Promise<readonly SliceHealth[]> {
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
