import { correctionWords, namesFailure } from "../../core/reminder/correction-words.ts";
import type { ReminderEnd } from "../../core/reminder/reminder.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import { keptReason } from "../../core/text/bounded-text.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { ReminderStore } from "../../ports/rule-store.ts";

export interface ReminderProblem {
  readonly code: "reminder_not_found" | "reminder_ended" | "reason_required";
  readonly message: string;
}

interface DismissParts {
  readonly feedback: Pick<FeedbackStore, "find">;
  readonly reminders: ReminderStore;
  readonly now: () => string;
}

/** Ends a reminder on a person's request. The feedback itself stays evidence. */
export const dismissReminder =
  ({ feedback, reminders, now }: DismissParts) =>
  async (
    id: string,
    { by, reason }: Pick<ReminderEnd, "by" | "reason">,
  ): Promise<Result<ReminderEnd, ReminderProblem>> => {
    const keptText = keptReason(reason);
    if (keptText === "")
      return fail({ code: "reason_required", message: "expected a reason why agents no longer need this" });
    const record = await feedback.find(id);
    if (record === undefined || correctionWords(record) === undefined) {
      const message = "there is no reminder with this id; `emend reminders list` shows the ids";
      return fail({ code: "reminder_not_found", message });
    }
    const end: ReminderEnd = { feedback_id: record.id, how: "dismissed", by, reason: keptText, at: now() };
    if (await reminders.end(end)) return ok(end);
    const earlier = (await reminders.ends([record.id])).get(record.id);
    const how =
      earlier?.how === "fixed" ? "its failure was fixed" : `${earlier?.by ?? "somebody"} dismissed it`;
    return fail({ code: "reminder_ended", message: `this reminder has already ended: ${how}` });
  };

export interface FixedFailures {
  readonly feedback_ids: readonly string[];
  readonly agent: string;
  readonly by: string;
  readonly reason: string;
  readonly at: string;
}

interface MarkFixedParts {
  readonly feedback: Pick<FeedbackStore, "findAll">;
  readonly reminders: Pick<ReminderStore, "end">;
}

/**
 * Ends the reminders of fixed failures, and returns how many. Only failures in this agent's work count, because
 * passing tests resolve no other correction.
 */
export const markFixed =
  ({ feedback, reminders }: MarkFixedParts) =>
  async ({ feedback_ids, agent, by, reason, at }: FixedFailures): Promise<number> => {
    let ended = 0;
    for (const record of await feedback.findAll(feedback_ids)) {
      if (record.agent !== agent || !namesFailure(record)) continue;
      if (await reminders.end({ feedback_id: record.id, how: "fixed", by, reason, at })) ended += 1;
    }
    return ended;
  };
