import { usageError } from "../cli-error.ts";

/** One of the words that an option takes. */
export function parseChoice<T extends string>(option: string, text: string, words: readonly T[]): T {
  const word = words.find((each) => each === text.trim().toLowerCase().replaceAll("-", "_"));
  if (word !== undefined) return word;
  throw usageError(
    "invalid_option",
    `${option}: expected one of ${words.join(", ")}, got ${JSON.stringify(text.slice(0, 40))}`,
  );
}
