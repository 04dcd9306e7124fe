import { linkGroups } from "../../core/cluster/link-groups.ts";
import { cosine, MIN_COSINE, type JudgedText, sameWords } from "../../core/judge/judgement.ts";
import type { Embedder } from "../../ports/vector-index.ts";
import type { Judge } from "../../ports/evaluator.ts";

/** The most texts grouped at once; time and memory are quadratic. */
export const MAX_TEXTS = 5_000;
/** Smaller groups show no recurrence, unless they use the same words. */
const MIN_MEMBERS = 3;

/**
 * Groups texts that say the same: a group number for each, or null for a single text. Groups are numbered in order
 * of appearance.
 */
export const groupTexts =
  ({ embedder, judge }: { readonly embedder: Embedder; readonly judge: Judge }) =>
  async (texts: readonly string[]): Promise<readonly (number | null)[]> => {
    if (texts.length > MAX_TEXTS) {
      throw new RangeError(`expected at most ${MAX_TEXTS} texts at once, got ${texts.length}`);
    }
    const vectors = await embedder.embed(texts);
    const judged: readonly JudgedText[] = texts.map((text, at) => ({ text, vector: vectors[at]! }));
    const groups = linkGroups(texts.length, await likenessOf(judge, judged)).filter(
      (members) => members.length >= MIN_MEMBERS || sameWords(members.map((at) => texts[at]!)),
    );
    const numbers = new Map<number, number>();
    for (const [number, members] of groups.entries()) for (const at of members) numbers.set(at, number + 1);
    return texts.map((_, at) => numbers.get(at) ?? null);
  };

/** The similarity of each pair of texts: negative for opposites, 0 if they are too far apart to judge. */
export async function likenessOf(
  judge: Judge,
  texts: readonly JudgedText[],
): Promise<(a: number, b: number) => number> {
  const likeness = new Float32Array(texts.length * texts.length);
  for (const [at, text] of texts.entries()) {
    const near: number[] = [];
    for (let other = at + 1; other < texts.length; other += 1) {
      if (cosine(text.vector, texts[other]!.vector) >= MIN_COSINE) near.push(other);
    }
    const judgements = await judge.judge(
      text,
      near.map((other) => texts[other]!),
    );
    for (const [index, other] of near.entries()) {
      const { relation, score } = judgements[index]!;
      likeness[at * texts.length + other] = relation === "opposite" ? -1 : score;
    }
  }
  return (a, b) => likeness[Math.min(a, b) * texts.length + Math.max(a, b)]!;
}
