import { phraseSpellings } from "../../text/phrase-spellings.ts";
import { stemOf, type RuleWord } from "./rule-words.ts";

/**
 * Something that a project decides once. Values exclude each other unless one is a prefix of the other (`spaces` and
 * `spaces.2`). With `either`, forbidding one value asks for the other.
 */
export interface RuleSetting {
  readonly name: string;
  readonly either?: true;
  /** Values that can be combined. Only a value and its ban clash. */
  readonly together?: true;
  /** The weight of sharing it; 3 unless it is often mentioned in passing. */
  readonly weight?: number;
  /** One of these words must be in the rule for the values to count. */
  readonly near?: string;
  /** Phrases by value: words with `|` between spellings, phrases separated by commas. */
  readonly values: Readonly<Record<string, string>>;
}

interface Entry<Meaning> {
  readonly stems: readonly string[];
  readonly meaning: Meaning;
}

/** Phrases by their first stem, longest first. */
export type PhraseIndex<Meaning> = ReadonlyMap<string, readonly Entry<Meaning>[]>;

/** Indexes phrases; `2|two space` stands for both spellings. */
export function indexPhrases<Meaning>(rows: Iterable<readonly [string, Meaning]>): PhraseIndex<Meaning> {
  const index = new Map<string, Entry<Meaning>[]>();
  for (const [phrase, meaning] of rows) {
    for (const words of phraseSpellings(phrase)) {
      const stems = words.map(stemOf);
      const list = index.get(stems[0] ?? "") ?? [];
      list.push({ stems, meaning });
      index.set(stems[0] ?? "", list);
    }
  }
  for (const list of index.values()) list.sort((a, b) => b.stems.length - a.stems.length);
  return index;
}

/** The longest fitting phrase that starts at a word, and its number of words. */
export function phraseAt<Meaning>(
  index: PhraseIndex<Meaning>,
  words: readonly RuleWord[],
  at: number,
  fits: (meaning: Meaning, length: number) => boolean = () => true,
): { readonly meaning: Meaning; readonly length: number } | undefined {
  for (const { stems, meaning } of index.get(words[at]?.stem ?? "") ?? []) {
    const length = lengthOf(stems, words, at);
    if (length !== undefined && fits(meaning, length)) return { meaning, length };
  }
  return undefined;
}

/** The number of words that a phrase matches. `quotes: double` is read like `quotes double`. */
function lengthOf(stems: readonly string[], words: readonly RuleWord[], at: number): number | undefined {
  let next = at;
  for (const stem of stems) {
    if (next > at && (words[next]?.text === ":" || words[next]?.text === "(")) next += 1;
    if (words[next]?.stem !== stem) return undefined;
    next += 1;
  }
  return next - at;
}
