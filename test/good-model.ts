import type { Asked } from "./model-server.ts";

interface EvaluationBlock {
  readonly evaluated: {
    readonly by: string;
    readonly outcome: string | null;
    readonly has_correction: boolean;
    readonly asks_for_change: boolean;
  };
  readonly contradictions: readonly { readonly id: string }[];
  readonly settled_contradictions: number;
  readonly similar: readonly { readonly id: string; readonly by: string; readonly same_words: boolean }[];
  readonly settled_same_words_by: readonly string[];
  readonly settled_similar_by: readonly string[];
}

interface DraftBlock {
  readonly remarks: readonly { readonly id: string }[];
}

export interface Opinion {
  readonly contradicts?: (id: string) => boolean;
  readonly same?: (id: string) => boolean;
}

export const GOOD_RULE = "Return an empty list when nothing was found; never return null.";

/** Answers as a careful model does that reads its instructions, with an opinion of its own on what it is asked. */
export function goodAnswer({ block }: Pick<Asked, "block">, opinion: Opinion = {}): string {
  const asked = block as EvaluationBlock | DraftBlock;
  if ("remarks" in asked) {
    return JSON.stringify({
      text: GOOD_RULE,
      reason: "Callers iterate over the answer without a check.",
      type: "constraint",
      evidence: asked.remarks.slice(0, 2).map(({ id }) => id),
    });
  }
  const { contradicts = () => true, same = () => true } = opinion;
  const contradictions = asked.contradictions.map(({ id }) => ({ id, contradicts: contradicts(id) }));
  const similar = asked.similar.map(({ id }) => ({ id, same_mistake: same(id) }));
  const kept = asked.similar.filter(({ id }) => same(id));
  const inSameWords = [
    ...asked.settled_same_words_by,
    ...kept.filter(({ same_words }) => same_words).map(({ by }) => by),
  ];
  const disputed = asked.settled_contradictions > 0 || contradictions.some((one) => one.contradicts);
  return JSON.stringify({
    contradictions,
    similar,
    classification: classOf(
      asked,
      disputed,
      [asked.evaluated.by, ...asked.settled_similar_by, ...kept.map(({ by }) => by)],
      inSameWords,
    ),
    confidence: 0.8,
    rationale: "All of them ask for an empty list where there is nothing to return.",
  });
}

function classOf(
  { evaluated }: EvaluationBlock,
  disputed: boolean,
  by: readonly string[],
  inSameWords: readonly string[],
): string {
  if (disputed) return "ambiguous";
  if (evaluated.outcome === "approved" && !evaluated.has_correction && !evaluated.asks_for_change)
    return "positive";
  const people = new Set(by.filter((name) => name.startsWith("person")));
  const agrees = inSameWords.some((name) => people.has(name) && name !== evaluated.by);
  if (by.length >= 3 || (people.size >= 2 && agrees)) return "generalizable_high";
  return by.length === 2 ? "generalizable_low" : "edge_case";
}
