import type { Feedback } from "../../core/feedback/feedback.ts";
import type { FeedbackStore, Recorded } from "../../ports/feedback-store.ts";

export interface RecordCount {
  readonly new: number;
  readonly known: number;
  /** The id of the last record in the store. */
  readonly lastId?: string;
}

export interface RecordedFeedback extends RecordCount {
  /** The result for each record, in order. */
  readonly items: readonly Recorded[];
}

/** Records per transaction, so that others get their turn. */
const BATCH = 500;

/** Records feedback durably, each record once. */
export const recordFeedback =
  ({ store }: { readonly store: Pick<FeedbackStore, "record"> }) =>
  async (feedback: readonly Feedback[]): Promise<RecordedFeedback> => {
    const items: Recorded[] = [];
    for (let at = 0; at < feedback.length; at += BATCH) {
      items.push(...(await store.record(feedback.slice(at, at + BATCH))));
    }
    const fresh = items.filter(({ state }) => state === "new").length;
    const last = items.at(-1);
    return {
      new: fresh,
      known: items.length - fresh,
      ...(last === undefined ? {} : { lastId: last.id }),
      items,
    };
  };
