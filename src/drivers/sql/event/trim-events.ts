import type { Transaction } from "kysely";
import { LOG_RETENTION } from "../../../core/event/log-retention.ts";
import type { Tables } from "../tables.ts";

/** More than are published between two trimmings, so that a log that was never trimmed shrinks as well. */
const MAX_TRIMMED = 1_024;

/** Removes a few of the oldest entries that every group has read and nobody is likely to ask for again. */
export async function trimEvents(
  transaction: Transaction<Tables>,
  { newest, now }: { readonly newest: number; readonly now: Date },
): Promise<number> {
  const { slowest } = await transaction
    .selectFrom("event_group")
    .select((eb) => eb.fn.min("position").as("slowest"))
    .executeTakeFirstOrThrow();
  const upTo = Math.min(newest - LOG_RETENTION.newest, slowest ?? newest);
  if (upTo <= 0) return 0;
  const oldest = await transaction
    .selectFrom("event")
    .select(["position", "created_at"])
    .where("position", "<=", upTo)
    .orderBy("position")
    .limit(MAX_TRIMMED)
    .execute();
  const before = new Date(now.getTime() - LOG_RETENTION.ms).toISOString();
  const young = oldest.findIndex(({ created_at }) => created_at >= before);
  const last = oldest.at(young === -1 ? -1 : young - 1);
  if (last === undefined || young === 0) return 0;
  await transaction.deleteFrom("event").where("position", "<=", last.position).execute();
  return young === -1 ? oldest.length : young;
}
