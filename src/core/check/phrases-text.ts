import type { PhrasePart, PhraseSearch } from "./phrase.ts";

/** Phrases as people read them: `promise …` stands for all forms of a word, `<weekday>` for any of a class. */
export function phrasesText({ phrases, without = [], unless = [] }: PhraseSearch): string {
  const conditions = [
    ...(without.length > 0 ? [`without ${without.map(partText).join(" or ")} beside it`] : []),
    ...(unless.includes("negated") ? ["not denied"] : []),
  ];
  const found = phrases.map((phrase) => phrase.map(partText).join(" ")).join(" / ");
  return conditions.length === 0 ? found : `${found} (${conditions.join(", ")})`;
}

function partText({ as, any, gap = 0 }: PhrasePart): string {
  const words =
    as === "class"
      ? any.map((name) => `<${name}>`)
      : as === "form" || as === "start"
        ? any.map((word) => `${word}*`)
        : any;
  const shown = words.map((word) => (word === "^" ? "at the start of a sentence:" : word)).join("|");
  return gap > 0 ? `… ${shown}` : shown;
}
