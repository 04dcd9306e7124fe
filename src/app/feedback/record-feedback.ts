import type { Feedback } from "../../core/feedback/feedback.ts";
import type { FeedbackStore, Recorded } from "../../ports/feedback-store.ts";

export interface RecordCount {
  readonly new: number;
  readonly known: number;
  /** The id under which the last piece is in the store. */
  readonly lastId?: string;
}

export interface RecordedFeedback extends RecordCount {
  /** What became of each piece, in the order given. */
  readonly items: readonly Recorded[];
}

/** One step of the store takes no more, so that others get their turn. */
const AT_ONCE = 500;

/** Keeps feedback for good, each piece once; what is answered survives a crash. */
export const recordFeedback =
  ({ store }: { readonly store: Pick<FeedbackStore, "record"> }) =>
  async (feedback: readonly Feedback[]): Promise<RecordedFeedback> => {
    const items: Recorded[] = [];
    for (let at = 0; at < feedback.length; at += AT_ONCE) {
      items.push(...(await store.record(feedback.slice(at, at + AT_ONCE))));
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
