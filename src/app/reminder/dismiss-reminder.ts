import { correctionWords } from "../../core/reminder/correction-words.ts";
import type { ReminderEnd } from "../../core/reminder/reminder.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import { keptReason } from "../../core/text/kept-reason.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { ReminderStore } from "../../ports/reminder-store.ts";

export interface ReminderProblem {
  readonly code: "reminder_not_found" | "reminder_ended" | "reason_required";
  readonly message: string;
}

interface DismissParts {
  readonly feedback: Pick<FeedbackStore, "find">;
  readonly reminders: ReminderStore;
  readonly now: () => string;
}

/** Ends a reminder by a person's word. The feedback itself stays, and still counts as evidence. */
export const dismissReminder =
  ({ feedback, reminders, now }: DismissParts) =>
  async (
    id: string,
    { by, reason }: Pick<ReminderEnd, "by" | "reason">,
  ): Promise<Result<ReminderEnd, ReminderProblem>> => {
    const said = keptReason(reason);
    if (said === "") return fail({ code: "reason_required", message: "say why agents need not be told it" });
    const record = await feedback.find(id);
    if (record === undefined || correctionWords(record) === undefined) {
      const message = "no correction has this id; `emend reminders list` shows the ids";
      return fail({ code: "reminder_not_found", message });
    }
    const end: ReminderEnd = { feedback_id: record.id, how: "dismissed", by, reason: said, at: now() };
    if (await reminders.end(end)) return ok(end);
    const earlier = (await reminders.ends([record.id])).get(record.id);
    const how =
      earlier?.how === "fixed" ? "its failure was fixed" : `${earlier?.by ?? "somebody"} dismissed it`;
    return fail({ code: "reminder_ended", message: `agents are no longer reminded of this: ${how}` });
  };
