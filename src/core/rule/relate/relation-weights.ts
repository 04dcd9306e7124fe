import type { HeadWeights } from "./relation-head.ts";
import weights from "./relation-weights.json" with { type: "json" };
import type { RelationWeights } from "./weigh-relation.ts";

/** Fitted by model/relations/fit-relations.ts. */
export const RELATION_WEIGHTS: RelationWeights = weights;

const rowOf = (text: string | undefined): readonly number[] => (text ?? "").split(" ").map(Number);

let head: HeadWeights | undefined;

/** The head for vectors of this model; it can read no others. */
export function headFor(model: string): HeadWeights | undefined {
  if (model !== weights.model) return undefined;
  head ??= [rowOf(weights.head[0]), rowOf(weights.head[1]), rowOf(weights.head[2])];
  return head;
}
