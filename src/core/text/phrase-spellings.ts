/** Expands alternatives: `is|are fine` becomes both phrases. */
export function phraseSpellings(phrase: string): readonly (readonly string[])[] {
  let all: readonly (readonly string[])[] = [[]];
  for (const slot of phrase.split(" ")) {
    all = all.flatMap((words) => slot.split("|").map((word) => [...words, word]));
  }
  return all;
}
