import type { Transaction } from "kysely";
import { ERASED_PERSON } from "../../../core/feedback/feedback.ts";
import { affectedRows } from "../query.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";

/** Removes a person's name and reason from reminders they dismissed, and returns how many there were. */
export async function eraseReminderEnds(
  transaction: Transaction<Tables>,
  names: readonly string[],
): Promise<number> {
  return affectedRows(
    transaction
      .updateTable("reminder_end")
      .set({ ended_by: ERASED_PERSON, reason: "" })
      .where("ended_by", "in", names.map(storedText)),
  );
}
