import { ExternalError } from "../../ports/errors.ts";

export type EvaluatorErrorCode =
  | "evaluator_misconfigured"
  | "evaluator_unreachable"
  | "evaluator_refused"
  | "evaluator_busy"
  | "evaluator_failed"
  | "evaluator_timed_out"
  | "evaluator_answer_refused"
  | "evaluator_over_budget";

/** Why a language model gave no usable answer. It has no cause, because that could contain the key. */
export type EvaluatorError = ExternalError<EvaluatorErrorCode>;

export const evaluatorError = (code: EvaluatorErrorCode, message: string): EvaluatorError =>
  new ExternalError(code, message);
