import type { Outcome } from "../../core/feedback/feedback.ts";
import type { FeedbackPage, FeedbackQuery, FeedbackStore } from "../../ports/feedback-store.ts";
import { filterPages } from "../filter-pages.ts";
import { hasAllWords } from "../../core/feedback/has-all-words.ts";

export interface FeedbackSearch extends FeedbackQuery {
  /** All of them must occur, in any case. */
  readonly words?: readonly string[];
  readonly outcome?: Outcome;
  /** Leaves out what outsiders said, as for an agent that reads it. */
  readonly withoutOutsiders?: boolean;
}

/** Recorded feedback, the newest first, page by page. */
export const searchFeedback =
  ({ feedback }: { readonly feedback: Pick<FeedbackStore, "list"> }) =>
  ({
    words = [],
    outcome,
    withoutOutsiders = false,
    limit,
    after,
    ...which
  }: FeedbackSearch): Promise<FeedbackPage> => {
    const wanted = words.map((word) => word.toLowerCase());
    const asked = { limit, ...(after === undefined ? {} : { after }) };
    if (wanted.length === 0 && outcome === undefined && !withoutOutsiders)
      return feedback.list({ ...which, ...asked });
    return filterPages(
      (page) => feedback.list({ ...which, ...page }),
      async (records) =>
        records.map((record) =>
          (outcome === undefined || record.outcome === outcome) &&
          !(withoutOutsiders && record.author.trust === "outsider") &&
          hasAllWords(record, wanted)
            ? record
            : undefined,
        ),
      asked,
    );
  };
