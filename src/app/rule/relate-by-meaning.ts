import type { RuleText } from "../../core/rule/relate/read-rule.ts";
import { relateRules, type RelatedRules } from "../../core/rule/relate/relate-rules.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { Judge } from "../../ports/judge.ts";

/** How two rules stand to each other, by their words and by what the judge of remarks makes of them. */
export const relateByMeaning =
  ({ embedder, judge }: { readonly embedder: Embedder; readonly judge: Judge }) =>
  async (a: RuleText, b: RuleText): Promise<RelatedRules> => {
    const [first, second] = await embedder.embed([a.text, b.text]);
    const [judgement] = await judge.judge({ text: a.text, vector: first! }, [
      { text: b.text, vector: second! },
    ]);
    const isOpposite = judgement!.relation === "opposite";
    // The score of opposites says how surely they are the same, which is no sign of how alike they are.
    return relateRules(a, b, { isOpposite, ...(isOpposite ? {} : { similarity: judgement!.score }) });
  };
