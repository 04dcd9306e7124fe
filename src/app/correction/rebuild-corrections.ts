import { correctionsOfFeedback } from "../../core/correction/from-feedback.ts";
import { defined } from "../../core/defined.ts";
import type { AddedCorrections, CorrectionStore } from "../../ports/correction-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";

const PAGE = 500;

/**
 * Adds the corrections in all recorded feedback. The store adds them while recording, so this is for feedback that an
 * earlier version recorded.
 */
export const rebuildCorrections =
  ({
    feedback,
    corrections,
  }: {
    readonly feedback: Pick<FeedbackStore, "list">;
    readonly corrections: Pick<CorrectionStore, "add">;
  }) =>
  async (): Promise<AddedCorrections> => {
    const total = { new: 0, changed: 0, known: 0 };
    for (let after: string | undefined, more = true; more; more = after !== undefined) {
      const page = await feedback.list({ limit: PAGE, ...defined({ after }) });
      const added = await corrections.add(page.items.flatMap(correctionsOfFeedback));
      total.new += added.new;
      total.changed += added.changed;
      total.known += added.known;
      after = page.next;
    }
    return total;
  };
