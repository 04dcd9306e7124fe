import * as z from "zod";
import { classify } from "../../core/evaluation/classify.ts";
import { countEvidence } from "../../core/evaluation/count-evidence.ts";
import { CLASSIFICATIONS, type Evaluation } from "../../core/evaluation/evaluation.ts";
import type { EvaluationFacts } from "../../core/evaluation/evaluation-facts.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import type { RulePolicy } from "../../core/rule/rule-policy.ts";
import { checkProse } from "./check-prose.ts";
import { type OpenQuestions, withoutSetAside } from "./open-questions.ts";

export const evaluationAnswer = z.strictObject({
  contradictions: z.array(z.strictObject({ id: z.string(), contradicts: z.boolean() })),
  similar: z.array(z.strictObject({ id: z.string(), same_mistake: z.boolean() })),
  classification: z.enum(CLASSIFICATIONS),
  confidence: z.number(),
  rationale: z.string(),
});
export type EvaluationAnswer = z.infer<typeof evaluationAnswer>;

interface Asked {
  readonly facts: EvaluationFacts;
  readonly open: OpenQuestions;
  readonly policy: Pick<RulePolicy, "occurrences" | "reviewers">;
  readonly holdsKey: (text: string) => boolean;
}

/** How far a model may move the confidence that the facts give. */
const MAX_SHIFT = 0.15;
const [LEAST, MOST] = [0.05, 0.98];

/**
 * What a model's answer makes of the facts, or why it is refused. It can set aside what was asked about and nothing
 * else; the class then follows from what is left, and an answer that names another one is none.
 */
export function readEvaluation(
  answer: EvaluationAnswer,
  { facts, open, policy, holdsKey }: Asked,
): Result<Evaluation, string> {
  const contradicts = denied(
    answer.contradictions.map(({ id, contradicts: yes }) => [id, yes]),
    open.contradicts,
  );
  const similar = denied(
    answer.similar.map(({ id, same_mistake }) => [id, same_mistake]),
    open.similar,
  );
  if (contradicts === undefined || similar === undefined)
    return fail("it names feedback that it was not asked about");
  if (!(answer.confidence >= 0 && answer.confidence <= 1)) return fail("its confidence is not from 0 to 1");
  const left = withoutSetAside(facts, { contradicts, similar });
  const evaluation = classify(left, policy);
  if (answer.classification !== evaluation.classification) {
    return fail(`it says ${answer.classification}, and the facts say ${evaluation.classification}`);
  }
  const prose = checkProse(answer.rationale, countEvidence([left, ...left.similar]), holdsKey);
  if (!prose.ok) return prose;
  const taken = setAsideWords(contradicts.length, similar.length);
  return ok({
    ...evaluation,
    confidence: shifted(evaluation.confidence, answer.confidence),
    rationale: `${evaluation.rationale}${taken}; the model says: ${prose.value}`,
  });
}

/** The ids that were denied; undefined where an answer is about something else, or about one thing twice. */
function denied(
  answers: readonly (readonly [string, boolean])[],
  asked: readonly string[],
): readonly string[] | undefined {
  const left = new Set(asked);
  if (!answers.every(([id]) => left.delete(id))) return undefined;
  return answers.filter(([, yes]) => !yes).map(([id]) => id);
}

function setAsideWords(contradicts: number, similar: number): string {
  const parts = [
    ...(contradicts === 0 ? [] : [`${contradicts} as no contradiction`]),
    ...(similar === 0 ? [] : [`${similar} as another mistake`]),
  ];
  return parts.length === 0 ? "" : `; the model set aside ${parts.join(" and ")}`;
}

function shifted(base: number, wanted: number): number {
  const near = Math.min(base + MAX_SHIFT, Math.max(base - MAX_SHIFT, wanted));
  return Math.round(Math.min(MOST, Math.max(LEAST, near)) * 1_000) / 1_000;
}
