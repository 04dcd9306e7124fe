import type { Kysely, Transaction } from "kysely";
import type { ReviewAssignment } from "../../../core/rollout/review-assignment.ts";
import { versionKey, versionOfKey } from "../../../core/rollout/version-pair.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";

/** Writes an assignment down, unless the review has one to the same version that is not used yet. */
export async function assignReview(
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

export async function findAssignment(db: Kysely<Tables>, id: string) {
  const row = await db
    .selectFrom("review_assignment")
    .selectAll()
    .where("id", "=", storedKey(id))
    .executeTakeFirst();
  return row === undefined ? undefined : { assignment: toAssignment(row), used: row.used !== 0 };
}

export async function useAssignment(transaction: Transaction<Tables>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("review_assignment")
    .set({ used: 1 })
    .where("id", "=", storedKey(id))
    .where("used", "=", 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

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
