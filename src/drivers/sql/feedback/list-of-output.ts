import type { Kysely } from "kysely";
import type { Feedback } from "../../../core/feedback/feedback.ts";
import { storedKey } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { fromRecord } from "./feedback-row.ts";

const MOST = 20;

/** The latest records that judged or accepted one of these outputs, the newest first. */
export async function listOfOutput(
  db: Kysely<Tables>,
  hashes: readonly string[],
): Promise<readonly Feedback[]> {
  const keys = [...new Set(hashes.map(storedKey))].slice(0, MOST);
  if (keys.length === 0) return [];
  const seqs = new Set<number>();
  // One by one: for a single hash its key gives the order, and thousands of records may name the same output.
  for (const key of keys) {
    const latest = await db
      .selectFrom("feedback_output")
      .select("seq")
      .where("hash", "=", key)
      .orderBy("seq", "desc")
      .limit(MOST)
      .execute();
    for (const { seq } of latest) seqs.add(seq);
  }
  if (seqs.size === 0) return [];
  const rows = await db
    .selectFrom("feedback")
    .select(["feedback.record"])
    .where("feedback.seq", "in", [...seqs].toSorted((a, b) => b - a).slice(0, MOST))
    .orderBy("feedback.time", "desc")
    .orderBy("feedback.seq", "desc")
    .execute();
  return rows.map(({ record }) => fromRecord(record));
}
