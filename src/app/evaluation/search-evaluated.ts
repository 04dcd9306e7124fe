import { defined } from "../../core/defined.ts";
import type { EvaluationRecord } from "../../core/evaluation/evaluation.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { hasAllWords } from "../../core/feedback/similarity-text.ts";
import type { EvaluationQuery, EvaluationStore } from "../../ports/rule-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import { filterPages } from "../filter-pages.ts";
import type { Page } from "../../core/page.ts";

export interface EvaluatedSearch extends EvaluationQuery {
  /** All must occur; case-insensitive. */
  readonly words?: readonly string[];
}

export interface Evaluated {
  readonly record: EvaluationRecord;
  /** Absent if it was deleted since. */
  readonly feedback: Feedback | undefined;
}

/** Evaluated feedback with its records, last evaluated first, page by page. */
export const searchEvaluated =
  ({
    evaluations,
    feedback,
  }: {
    readonly evaluations: Pick<EvaluationStore, "list">;
    readonly feedback: Pick<FeedbackStore, "findAll">;
  }) =>
  async ({ words = [], limit, after, ...query }: EvaluatedSearch): Promise<Page<Evaluated>> => {
    const wanted = words.map((word) => word.toLowerCase());
    const range = { limit, ...defined({ after }) };
    const withWords = async (records: readonly EvaluationRecord[]): Promise<readonly Evaluated[]> => {
      const known = await feedback.findAll(records.map(({ feedback_id }) => feedback_id));
      const byId = new Map(known.map((each) => [each.id, each]));
      return records.map((record) => ({ record, feedback: byId.get(record.feedback_id) }));
    };
    if (wanted.length === 0) {
      const { items, ...next } = await evaluations.list({ ...query, ...range });
      return { items: await withWords(items), ...next };
    }
    return filterPages(
      (page) => evaluations.list({ ...query, ...page }),
      async (records) =>
        (await withWords(records)).map((each) =>
          each.feedback !== undefined && hasAllWords(each.feedback, wanted) ? each : undefined,
        ),
      range,
    );
  };
