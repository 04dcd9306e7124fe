import type { Kysely } from "kysely";
import type { Feedback } from "../../../core/feedback/feedback.ts";
import { storedKey } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { fromRecord } from "./feedback-row.ts";

const MOST = 100;

/** Records that judged or accepted one of these outputs, the newest first. */
export async function listOfOutput(
  db: Kysely<Tables>,
  hashes: readonly string[],
): Promise<readonly Feedback[]> {
  const keys = [...new Set(hashes.map(storedKey))].slice(0, MOST);
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom("feedback")
    .select(["feedback.record"])
    .where("feedback.seq", "in", (eb) =>
      eb
        .selectFrom("feedback_output")
        .select("feedback_output.seq")
        .where("feedback_output.hash", "in", keys),
    )
    .orderBy("feedback.time", "desc")
    .orderBy("feedback.seq", "desc")
    .limit(MOST)
    .execute();
  return rows.map(({ record }) => fromRecord(record));
}
