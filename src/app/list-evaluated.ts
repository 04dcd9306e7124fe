import type { EvaluationRecord } from "../core/evaluation/evaluation.ts";
import type { Feedback } from "../core/feedback/feedback.ts";
import type { EvaluationStore, Standing } from "../ports/evaluation-store.ts";
import type { FeedbackStore } from "../ports/feedback-store.ts";

export interface EvaluatedQuery {
  readonly standing: Standing;
  /** All of them must occur, in any case. */
  readonly words?: readonly string[];
  readonly limit: number;
}

export interface Evaluated {
  readonly record: EvaluationRecord;
  /** Absent where it was deleted since. */
  readonly feedback: Feedback | undefined;
}

export interface EvaluatedPage {
  readonly items: readonly Evaluated[];
  /** Whether there may be more than was shown or looked through. */
  readonly more: boolean;
}

const PAGE = 500;
/** Records looked through for words, the newest. */
const MAX_READ = 20_000;

/** Feedback that counts as this now, newest first, with its words. */
export const listEvaluated =
  ({
    evaluations,
    feedback,
  }: {
    readonly evaluations: Pick<EvaluationStore, "list">;
    readonly feedback: Pick<FeedbackStore, "findAll">;
  }) =>
  async ({ standing, words = [], limit }: EvaluatedQuery): Promise<EvaluatedPage> => {
    const wanted = words.map((word) => word.toLowerCase());
    const items: Evaluated[] = [];
    let after: string | undefined;
    let read = 0;
    do {
      const page = await evaluations.list({
        standing,
        limit: wanted.length === 0 ? limit + 1 : PAGE,
        ...(after === undefined ? {} : { after }),
      });
      const known = await feedback.findAll(page.items.slice(0, PAGE).map(({ feedback_id }) => feedback_id));
      const byId = new Map(known.map((record) => [record.id, record]));
      for (const record of page.items) {
        const said = byId.get(record.feedback_id);
        if (wanted.length === 0 || (said !== undefined && hasAllWords(said, wanted)))
          items.push({ record, feedback: said });
      }
      read += page.items.length;
      after = page.next;
    } while (after !== undefined && items.length <= limit && read < MAX_READ);
    return { items: items.slice(0, limit), more: items.length > limit || after !== undefined };
  };

/** Whether all of these words, in lower case, occur in what was said or around it. */
export function hasAllWords(
  { similarity_text, comment, fix, wrong, tags, target, agent }: Feedback,
  words: readonly string[],
): boolean {
  const text = [similarity_text, comment, fix, wrong, ...tags, target?.path, agent].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}
