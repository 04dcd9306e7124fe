import { cosine } from "./cosine.ts";
import type { JudgedText } from "./judgement.ts";

/**
 * What several texts have in common, as a text to be judged: their mean direction, with the words of the one nearest to
 * it. What each of them says besides the matter cancels out, so the same mistake is more easily known by it.
 */
export function middleOf(texts: readonly JudgedText[]): JudgedText {
  const [first] = texts;
  if (first === undefined) throw new RangeError("expected at least one text to find the middle of");
  if (texts.length === 1) return first;
  const sum = new Float64Array(first.vector.length);
  for (const { vector } of texts) for (const [at, value] of vector.entries()) sum[at]! += value;
  const length = Math.hypot(...sum) || 1;
  const vector = Float32Array.from(sum, (value) => value / length);
  let nearest = first;
  for (const text of texts) if (cosine(text.vector, vector) > cosine(nearest.vector, vector)) nearest = text;
  return { text: nearest.text, vector, middle_of: texts.length };
}
