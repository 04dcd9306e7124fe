import { namesFailure } from "../../core/reminder/correction-words.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { ReminderStore } from "../../ports/reminder-store.ts";

export interface FixedFailures {
  readonly feedback_ids: readonly string[];
  readonly agent: string;
  readonly by: string;
  /** The command that passed. */
  readonly reason: string;
  readonly at: string;
}

interface MarkFixedParts {
  readonly feedback: Pick<FeedbackStore, "findAll">;
  readonly reminders: Pick<ReminderStore, "end">;
}

/**
 * Says that failures were fixed, so that nobody is told of them again. Only records about this agent's work that name a
 * failure count: a pass of the tests answers no other correction. Answers how many ended.
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
