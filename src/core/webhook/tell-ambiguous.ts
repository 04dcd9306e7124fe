import { type EvaluationRecord, standingOf } from "../evaluation/evaluation.ts";
import type { Feedback } from "../feedback/feedback.ts";
import { adviceOf } from "../feedback/said-of.ts";
import { MAX_NAME } from "../rule/rule.ts";
import { toldText } from "./webhook-message.ts";

const MAX_CONTRADICTED = 20;

/** What is told of feedback that waits for a person; nothing where somebody has said what it is meanwhile. */
export function tellAmbiguous(
  record: EvaluationRecord,
  feedback: Feedback | undefined,
  publicUrl: string | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (standingOf(record) !== "ambiguous") return undefined;
  const { feedback_id, evaluation } = record;
  return {
    feedback_id,
    agent: feedback?.agent === undefined ? null : toldText(feedback.agent, MAX_NAME),
    outcome: feedback?.outcome ?? null,
    said: feedback === undefined ? null : toldText(adviceOf(feedback) ?? ""),
    message: toldText(evaluation.rationale),
    contradicts: (evaluation.contradicts ?? []).slice(0, MAX_CONTRADICTED),
    link: publicUrl === undefined ? null : `${publicUrl.replace(/\/$/, "")}/feedback/${feedback_id}`,
  };
}
