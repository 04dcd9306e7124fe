import type { Feedback } from "../core/feedback/feedback.ts";
import type { FeedbackStore } from "../ports/feedback-store.ts";

export interface RecordCount {
  readonly new: number;
  readonly known: number;
  /** The id under which the last piece is in the store. */
  readonly lastId?: string;
}

/** Keeps feedback for good, each piece once; what is answered survives a crash. */
export const recordFeedback =
  ({ store }: { readonly store: FeedbackStore }) =>
  async (feedback: readonly Feedback[]): Promise<RecordCount> => {
    const recorded = feedback.length === 0 ? [] : await store.record(feedback);
    const fresh = recorded.filter(({ state }) => state === "new").length;
    const last = recorded.at(-1);
    return {
      new: fresh,
      known: recorded.length - fresh,
      ...(last === undefined ? {} : { lastId: last.id }),
    };
  };
