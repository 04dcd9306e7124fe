import { cosine } from "../../core/judge/cosine.ts";
import { LEAST_COSINE } from "../../core/judge/judged-text.ts";
import type { JudgedText } from "../../core/judge/judgement.ts";
import type { Judge } from "../../ports/judge.ts";

/** A text that can be told from others between two calls. */
export interface KnownText extends JudgedText {
  readonly id: string;
}

/** Judgements between two pauses. */
const AT_ONCE = 128;

/**
 * How surely each two of some texts are the same, as `likenessOf`, with what was judged in the last call remembered: as
 * long as texts come one by one, a call costs what is new. The earlier of two texts is always judged against the later.
 */
export function createLikenessMemory(judge: Judge, most: number) {
  const slots = new Map<string, { readonly slot: number; readonly text: string }>();
  let scores = new Float32Array(0);
  let stride = 0;

  function forget(texts: readonly KnownText[]): readonly number[] {
    const wanted = new Map(texts.map(({ id, text }) => [id, text]));
    for (const [id, { text }] of slots) if (wanted.get(id) !== text) slots.delete(id);
    const used = new Set(Array.from(slots.values(), ({ slot }) => slot));
    return Array.from({ length: stride }, (_, slot) => slot).filter((slot) => !used.has(slot));
  }

  return async (
    texts: readonly KnownText[],
    pause: () => Promise<void>,
  ): Promise<(a: number, b: number) => number> => {
    if (texts.length > most) throw new RangeError(`expected at most ${most} texts, got ${texts.length}`);
    if (texts.length > stride) {
      slots.clear();
      stride = Math.min(most, texts.length * 2);
      scores = new Float32Array(stride * stride);
    }
    const free = [...forget(texts)];
    const isNew = texts.map(({ id, text }) => {
      if (slots.has(id)) return false;
      slots.set(id, { slot: free.pop()!, text });
      return true;
    });
    const slotOf = texts.map(({ id }) => slots.get(id)!.slot);
    let judged = 0;
    for (const [at, text] of texts.entries()) {
      const near: number[] = [];
      for (let other = at + 1; other < texts.length; other += 1) {
        if (!isNew[at] && !isNew[other]) continue;
        scores[slotOf[at]! * stride + slotOf[other]!] = 0;
        scores[slotOf[other]! * stride + slotOf[at]!] = 0;
        if (cosine(text.vector, texts[other]!.vector) >= LEAST_COSINE) near.push(other);
      }
      for (let from = 0; from < near.length; from += AT_ONCE) {
        const part = near.slice(from, from + AT_ONCE);
        const judgements = await judge.judge(
          text,
          part.map((other) => texts[other]!),
        );
        for (const [index, other] of part.entries()) {
          const { relation, score } = judgements[index]!;
          const like = relation === "opposite" ? -1 : score;
          scores[slotOf[at]! * stride + slotOf[other]!] = like;
          scores[slotOf[other]! * stride + slotOf[at]!] = like;
        }
        judged += part.length;
        if (judged < AT_ONCE) continue;
        judged = 0;
        await pause();
      }
    }
    return (a, b) => scores[slotOf[a]! * stride + slotOf[b]!]!;
  };
}
