import { LINK_AT } from "../core/cluster/choose-placement.ts";
import { linkTexts } from "../core/cluster/link-texts.ts";
import { cosine } from "../core/judge/cosine.ts";
import type { JudgedText } from "../core/judge/judgement.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Judge } from "../ports/judge.ts";

/** Texts that are grouped at once; memory and time grow with the square. */
export const MOST_TEXTS = 5_000;
/** Below this no judge has ever said `same`, so none is asked. */
const LEAST_COSINE = 0.3;

/**
 * Which of these texts say the same: a group number for each, null for one that stands alone. Groups are numbered in
 * the order in which they first appear.
 */
export const groupTexts =
  ({ embedder, judge }: { readonly embedder: Embedder; readonly judge: Judge }) =>
  async (texts: readonly string[]): Promise<readonly (number | null)[]> => {
    if (texts.length > MOST_TEXTS) {
      throw new RangeError(`expected at most ${MOST_TEXTS} texts at once, got ${texts.length}`);
    }
    const vectors = await embedder.embed(texts);
    const judged: readonly JudgedText[] = texts.map((text, at) => ({ text, vector: vectors[at]! }));
    const likeness = new Float32Array(texts.length * texts.length);
    for (const [at, text] of judged.entries()) {
      const near: number[] = [];
      for (let other = at + 1; other < judged.length; other += 1) {
        if (cosine(text.vector, judged[other]!.vector) >= LEAST_COSINE) near.push(other);
      }
      const judgements = await judge.judge(
        text,
        near.map((other) => judged[other]!),
      );
      for (const [index, { relation, score }] of judgements.entries()) {
        likeness[at * texts.length + near[index]!] = relation === "opposite" ? -1 : score;
      }
    }
    const owners = linkTexts(texts.length, (a, b) => likeness[a * texts.length + b]!, LINK_AT);
    const sizes = new Map<number, number>();
    for (const owner of owners) sizes.set(owner, (sizes.get(owner) ?? 0) + 1);
    const numbers = new Map<number, number>();
    return Array.from(owners, (owner) => {
      if (sizes.get(owner) === 1) return null;
      const number = numbers.get(owner) ?? numbers.size + 1;
      numbers.set(owner, number);
      return number;
    });
  };
