import type { Transaction } from "kysely";
import { ERASED_PERSON } from "../../../core/feedback/feedback.ts";
import type { RefinementBrief } from "../../../core/prompt/refinement-record.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { NO_TEXTS } from "./refinement-row.ts";

const BATCH = 200;

/**
 * Removes a person's name and all texts from the refinements they recorded, since refined prompts quote the feedback.
 * Which actions followed which signal stays. Returns how many there were.
 */
export async function eraseRefinements(
  transaction: Transaction<Tables>,
  names: readonly string[],
): Promise<number> {
  const others = names.filter((name) => name !== ERASED_PERSON).map(storedText);
  if (others.length === 0) return 0;
  for (let erased = 0; ;) {
    const rows = await transaction
      .selectFrom("refinement")
      .select(["seq", "brief"])
      .where("recorded_by", "in", others)
      .orderBy("seq")
      .limit(BATCH)
      .execute();
    for (const { seq, brief } of rows) {
      const kept = JSON.parse(brief) as RefinementBrief;
      const after: RefinementBrief = { ...kept, recorded_by: ERASED_PERSON, feedback_signal: "" };
      await transaction
        .updateTable("refinement")
        .set({ recorded_by: ERASED_PERSON, brief: JSON.stringify(after), texts: NO_TEXTS })
        .where("seq", "=", seq)
        .execute();
    }
    erased += rows.length;
    if (rows.length < BATCH) return erased;
  }
}
