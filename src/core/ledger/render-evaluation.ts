import type { EvaluationRecord } from "../evaluation/evaluation.ts";
import { END, type KeyOrder, renderYaml } from "./render-yaml.ts";

const EVALUATION_ORDER = {
  feedback_id: END,
  text: END,
  evaluation: {
    feedback_id: END,
    classification: END,
    confidence: END,
    rationale: END,
    similar_feedback_ids: END,
    contradicts: END,
    covered_by: END,
    proposed_action: { action_type: END, target_agent: END, proposal_id: END },
  },
  resolution: { as: END, by: END, at: END, reason: END },
  history: { evaluated_at: END, classification: END, confidence: END, rationale: END, revision: END },
  evaluated_at: END,
  updated_at: END,
  revision: END,
  schema: END,
} satisfies { readonly [key in keyof EvaluationRecord | "text"]-?: KeyOrder };

/** An evaluation as the ledger holds it; `text` is what was said, for those who read the file alone. */
export const renderEvaluation = (record: EvaluationRecord, text?: string): string =>
  renderYaml(text === undefined ? record : { ...record, text }, EVALUATION_ORDER);
