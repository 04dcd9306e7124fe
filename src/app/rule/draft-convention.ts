import { cosine } from "../../core/judge/judgement.ts";
import type { DraftRemark, RuleDraft } from "../../core/rule/draft/draft.ts";
import { readRemarks } from "../../core/rule/draft/read-remarks.ts";
import { tryDraft } from "../../core/rule/draft/try-draft.ts";
import { fitsHistory } from "../../core/rule/propose/fits-history.ts";
import type { Catalogue } from "../../ports/catalogue.ts";
import { draftRule } from "./draft-rule.ts";

export interface ConventionRemarks {
  readonly remarks: readonly DraftRemark[];
  /** What the reviewers wrote, in the same order. */
  readonly texts: readonly string[];
}

/** The rule that remarks of a review history ask for, unless it fits them poorly. */
export const draftConvention = (catalogue: Pick<Catalogue, "place" | "nearestRules">) => {
  // Long comments contain more than the recurring point, so combinations are seldom one rule.
  const word = draftRule({ catalogue, mayJoin: false });
  return async ({
    remarks,
    texts,
  }: ConventionRemarks): Promise<
    { readonly draft: RuleDraft; readonly vector: Float32Array } | undefined
  > => {
    const draft = await word(remarks);
    if (!draft.ok) return undefined;
    const [placed, ...vectors] = await catalogue.place([draft.text, ...texts]);
    const vector = placed!;
    const near = vectors.reduce((sum, each) => sum + cosine(vector, each), 0) / vectors.length;
    const { compatible, same } = tryDraft(draft.text, readRemarks(remarks)).measures;
    return fitsHistory(draft, texts, { near, agreed: compatible, exact: same })
      ? { draft, vector }
      : undefined;
  };
};
