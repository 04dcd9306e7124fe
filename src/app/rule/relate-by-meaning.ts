import type { ComparedRule } from "../../core/rule/relate/read-rule.ts";
import { relateByVectors, relateRules, type RelatedRules } from "../../core/rule/relate/relate-rules.ts";
import { meaningSigns, headFor } from "../../core/rule/relate/weigh-relation.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { Judge } from "../../ports/judge.ts";

/**
 * How two rules relate, by their words and their meaning. The built-in model's vectors are weighed with everything
 * else; for those of another model the judge of remarks is asked.
 */
export const relateByMeaning =
  ({ embedder, judge }: { readonly embedder: Embedder; readonly judge: Judge }) =>
  async (a: ComparedRule, b: ComparedRule): Promise<RelatedRules> => {
    const [first, second] = await embedder.embed([a.text, b.text]);
    const head = headFor(embedder.name);
    if (head !== undefined) return relateByVectors(a, b, meaningSigns(head, first!, second!));
    const [judgement] = await judge.judge({ text: a.text, vector: first! }, [
      { text: b.text, vector: second! },
    ]);
    const isOpposite = judgement!.relation === "opposite";
    // The score of opposites says how surely they are the same, which is no sign of how alike they are.
    return relateRules(a, b, { isOpposite, ...(isOpposite ? {} : { similarity: judgement!.score }) });
  };
