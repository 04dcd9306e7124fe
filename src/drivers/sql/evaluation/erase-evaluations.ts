import { eraseFromEvaluation } from "../../../core/evaluation/evaluation.ts";
import { eraseDocuments } from "../erase-documents.ts";
import { fromEvaluationRow } from "./list-evaluations.ts";
import { writeEvaluation } from "./save-evaluation.ts";

/** Only evaluations that the person resolved name them. */
export const eraseEvaluations = eraseDocuments({
  table: "evaluation",
  column: "resolved_by",
  parse: fromEvaluationRow,
  erase: (record, names) => names.reduce(eraseFromEvaluation, record),
  write: writeEvaluation,
});
