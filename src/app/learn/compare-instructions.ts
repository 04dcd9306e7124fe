import type { LearnReport, NotFollowed } from "../../core/correction/learn-report.ts";
import type { RuleLine } from "../../core/rule-file/rule-lines.ts";
import { tokenCost } from "../../core/rule/render-rules.ts";
import { cosine, MIN_COSINE } from "../../core/judge/judgement.ts";
import type { Judge } from "../../ports/evaluator.ts";
import type { Embedder } from "../../ports/vector-index.ts";
import type { Remark } from "./find-recurring-remarks.ts";

const MIN_SAME = 0.65;
/** The nearest corrections that an instruction is judged against. */
const MAX_NEAR = 64;

/** Which existing instructions were corrected all the same, and which never. */
export async function compareInstructions(
  { embedder, judge }: { readonly embedder: Embedder; readonly judge: Judge },
  rules: readonly RuleLine[],
  remarks: readonly Remark[],
): Promise<Pick<LearnReport, "notFollowed" | "neverCorrected">> {
  const vectors = await embedder.embed(rules.map(({ text }) => text));
  const followed: NotFollowed[] = [];
  const never: RuleLine[] = [];
  for (const [at, rule] of rules.entries()) {
    const vector = vectors[at]!;
    const near = remarks
      .map((remark) => ({ remark, score: cosine(remark.vector, vector) }))
      .filter(({ score }) => score >= MIN_COSINE)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, MAX_NEAR)
      .map(({ remark }) => remark);
    const judgements = await judge.judge(
      { text: rule.text, vector },
      near.map(({ correction, vector: own }) => ({ text: correction.remark, vector: own })),
    );
    const corrections = near
      .map(({ correction }, index) => ({ correction, judgement: judgements[index]! }))
      .filter(({ judgement }) => judgement.relation === "same" && judgement.score >= MIN_SAME)
      .toSorted((a, b) => b.judgement.score - a.judgement.score)
      .map(({ correction }) => correction);
    if (corrections.length > 0) followed.push({ rule, corrections });
    else never.push(rule);
  }
  return {
    notFollowed: followed.toSorted((a, b) => b.corrections.length - a.corrections.length),
    neverCorrected: { lines: never, tokens: never.reduce((sum, { text }) => sum + tokenCost(text), 0) },
  };
}
