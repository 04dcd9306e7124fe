import { createLinking } from "../../core/cluster/link-groups.ts";
import { cosine } from "../../core/judge/cosine.ts";
import { LEAST_COSINE } from "../../core/judge/judged-text.ts";
import type { JudgedText } from "../../core/judge/judgement.ts";
import { middleOf } from "../../core/judge/middle-of.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { Judge } from "../../ports/judge.ts";

/** Texts that are grouped at once; memory and time grow with the square. */
export const MOST_TEXTS = 5_000;
/** How surely the middles of two groups must be the same: surer than two texts, since a wrong member spoils a group. */
const JOIN_AT = 0.65;

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
    const owners = await link(judge, judged);
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

/** Joins the two groups whose middles are most surely the same, again and again. */
async function link(judge: Judge, texts: readonly JudgedText[]): Promise<Int32Array> {
  const likeness = new Float32Array(texts.length * texts.length);
  for (const [at, text] of texts.entries()) {
    const after = Array.from({ length: texts.length - at - 1 }, (_, step) => at + 1 + step);
    for (const [other, score] of await scores(judge, text, after, texts)) {
      likeness[at * texts.length + other] = score;
    }
  }
  const linking = createLinking(texts.length, (a, b) => likeness[a * texts.length + b]!);
  const members = texts.map((text) => [text]);
  const middles = [...texts];
  for (let pair = linking.nearestPair(JOIN_AT); pair !== undefined; pair = linking.nearestPair(JOIN_AT)) {
    const [into, from] = pair;
    members[into] = [...members[into]!, ...members[from]!];
    middles[into] = middleOf(members[into]);
    const others = linking.open().filter((other) => other !== into && other !== from);
    const found = await scores(judge, middles[into], others, middles);
    linking.join(into, from, (other) => found.get(other) ?? 0);
  }
  return linking.owners();
}

/** How surely a text is the same as those of some numbers that are near it at all; below 0 where they are opposites. */
async function scores(
  judge: Judge,
  text: JudgedText,
  numbers: readonly number[],
  texts: readonly JudgedText[],
): Promise<ReadonlyMap<number, number>> {
  const near = numbers.filter((at) => cosine(text.vector, texts[at]!.vector) >= LEAST_COSINE);
  const judgements = await judge.judge(
    text,
    near.map((at) => texts[at]!),
  );
  return new Map(
    near.map((at, index) => {
      const { relation, score } = judgements[index]!;
      return [at, relation === "opposite" ? -1 : score];
    }),
  );
}
