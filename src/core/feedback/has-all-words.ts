import type { Feedback } from "./feedback.ts";

/** Whether all of these words, in lower case, occur in what was said or around it. */
export function hasAllWords(
  { similarity_text, comment, fix, wrong, tags, target, agent }: Feedback,
  words: readonly string[],
): boolean {
  const text = [similarity_text, comment, fix, wrong, ...tags, target?.path, agent].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}
