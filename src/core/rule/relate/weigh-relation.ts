import type { RuleRelation } from "./judge-relation.ts";
import { logSoftmax } from "./relation-head.ts";
import { SIGN_NAMES, type RelationSigns, type SignName } from "./relation-signs.ts";

/** How much each sign speaks for each relation, and what each relation has without any sign. */
export interface RelationWeights {
  readonly signs: Readonly<Record<SignName, readonly number[]>>;
  readonly base: readonly number[];
}

export const RELATIONS: readonly RuleRelation[] = ["conflict", "duplicate", "independent"];

/** The likeliest relation and its probability. */
export function weighRelation(
  { signs: weights, base }: RelationWeights,
  signs: RelationSigns,
): { readonly relation: RuleRelation; readonly probability: number } {
  const sums = RELATIONS.map(
    (_, at) => base[at]! + SIGN_NAMES.reduce((sum, name) => sum + weights[name][at]! * signs[name], 0),
  );
  const chances = logSoftmax(sums);
  const best = chances.indexOf(Math.max(...chances));
  return { relation: RELATIONS[best]!, probability: Math.exp(chances[best]!) };
}
