import type { Page } from "../../core/page.ts";
import { defined } from "../../core/defined.ts";
import { type Standing, standingOf } from "../../core/evaluation/evaluation.ts";
import type { Feedback, Outcome, SourceKind } from "../../core/feedback/feedback.ts";
import { hasAllWords } from "../../core/feedback/similarity-text.ts";
import type { EvaluationStore } from "../../ports/rule-store.ts";
import type { FeedbackQuery, FeedbackStore } from "../../ports/feedback-store.ts";
import { filterPages } from "../filter-pages.ts";

export interface FeedbackSearch extends FeedbackQuery {
  /** All must occur; case-insensitive. */
  readonly words?: readonly string[];
  readonly outcome?: Outcome;
  readonly author?: string;
  readonly source?: SourceKind;
  /** Its current class. */
  readonly standing?: Standing | "not_evaluated";
  /** Leaves out outsiders' feedback, for agents. */
  readonly withoutOutsiders?: boolean;
}

interface SearchParts {
  readonly feedback: Pick<FeedbackStore, "list">;
  readonly evaluations: Pick<EvaluationStore, "find">;
}

/** Recorded feedback, newest first, page by page. */
export const searchFeedback =
  ({ feedback, evaluations }: SearchParts) =>
  ({
    words = [],
    outcome,
    author,
    source,
    standing,
    withoutOutsiders = false,
    limit,
    after,
    ...query
  }: FeedbackSearch): Promise<Page<Feedback>> => {
    const wanted = words.map((word) => word.toLowerCase());
    const range = { limit, ...defined({ after }) };
    const isPlain = [outcome, author, source, standing].every((filter) => filter === undefined);
    if (wanted.length === 0 && isPlain && !withoutOutsiders) return feedback.list({ ...query, ...range });
    const matches = (record: Feedback): boolean =>
      (outcome === undefined || record.outcome === outcome) &&
      (author === undefined || record.author.id === author) &&
      (source === undefined || record.source.kind === source) &&
      !(withoutOutsiders && record.author.trust === "outsider") &&
      hasAllWords(record, wanted);
    const hasStanding = async ({ id }: Feedback): Promise<boolean> => {
      if (standing === undefined) return true;
      const found = await evaluations.find(id);
      return (found === undefined ? "not_evaluated" : standingOf(found)) === standing;
    };
    return filterPages(
      (page) => feedback.list({ ...query, ...page }),
      async (records) => {
        const kept: (Feedback | undefined)[] = [];
        for (const record of records)
          kept.push(matches(record) && (await hasStanding(record)) ? record : undefined);
        return kept;
      },
      range,
    );
  };
