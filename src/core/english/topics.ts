import { conceptAt, isFaint } from "./leaning.ts";
import { stem } from "./stem.ts";
import { tokensOf } from "./tokens.ts";

/** How much of a text is looked at. */
const MOST_CHARACTERS = 4_000;

/** The things that a text names, in order and without repeats: synonyms have one name, words that name nothing have none. */
export function topicsIn(text: string): readonly string[] {
  const words = tokensOf(text.slice(0, MOST_CHARACTERS))
    .filter(({ kind }) => kind !== "mark")
    .flatMap(({ kind, word }) => (kind === "word" ? [word] : partsOf(word)));
  const topics = new Set<string>();
  for (let at = 0; at < words.length;) {
    const { length, concept } = conceptAt(words, at);
    const word = words[at]!;
    if (concept !== undefined) topics.add(concept.name);
    else if (word.length > 1 && !isFaint(word)) topics.add(stem(word));
    at += length;
  }
  return [...topics];
}

/** The words of a name: `userList.test` names user, list and test. */
const partsOf = (name: string): readonly string[] =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== "")
    .map((part) => part.toLowerCase());
