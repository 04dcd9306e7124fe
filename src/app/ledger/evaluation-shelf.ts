import { defined } from "../../core/defined.ts";
import { type EvaluationRecord, standingOf } from "../../core/evaluation/evaluation.ts";
import { evaluatedIdOf, evaluationPath } from "../../core/ledger/ledger-path.ts";
import { parseEvaluationDocument, renderEvaluation } from "../../core/ledger/render-documents.ts";
import type { EvaluationStore } from "../../ports/evaluation-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import { type LedgerShelf, restoreEach } from "./ledger-shelf.ts";

const PAGE = 500;
const MAX_BYTES = 2 * 1024 * 1024;

/** What feedback counts as; beside an edge case, which is looked at alone, stands what was said. */
export const createEvaluationShelf = (
  evaluations: EvaluationStore,
  feedback: Pick<FeedbackStore, "findAll">,
): LedgerShelf => ({
  name: "evaluations",
  keyOf: evaluatedIdOf,
  list: async (after) => {
    const { items, next } = await evaluations.list({
      limit: PAGE,
      ...defined({ after }),
    });
    const words = await wordsOf(feedback, items);
    return {
      items: items.map((record) => ({
        time: record.updated_at,
        place: () => ({
          keys: [record.feedback_id],
          files: [
            {
              path: evaluationPath(record),
              text: () => renderEvaluation(record, words.get(record.feedback_id)),
            },
          ],
        }),
      })),
      ...defined({ next }),
    };
  },
  wants: (path) => evaluatedIdOf(path) !== undefined,
  maxBytes: MAX_BYTES,
  together: PAGE,
  restore: restoreEach(parseEvaluationDocument, (record) => evaluations.restore(record)),
});

async function wordsOf(
  feedback: Pick<FeedbackStore, "findAll">,
  records: readonly EvaluationRecord[],
): Promise<ReadonlyMap<string, string>> {
  const ids = records
    .filter((record) => standingOf(record) === "edge_case")
    .map(({ feedback_id }) => feedback_id);
  const found = ids.length === 0 ? [] : await feedback.findAll(ids);
  return new Map(
    found.flatMap(({ id, similarity_text }) =>
      similarity_text.trim() === "" ? [] : [[id, similarity_text] as const],
    ),
  );
}
