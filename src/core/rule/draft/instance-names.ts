import { wordSet } from "../../text/word-set.ts";
import { termsOf } from "../../english/phrase.ts";
import type { Word } from "../../english/tagged-words.ts";
import { type Support, textTerms } from "./draft.ts";
import lexicon from "../../english/lexicon.json" with { type: "json" };
import { stem } from "../../english/stem.ts";
import wordLists from "../../english/words.json" with { type: "json" };
import countNouns from "./count-nouns.json" with { type: "json" };
import type { ReadRemarks } from "./read-remarks.ts";

/** Whether a word names a single thing rather than a kind: code, a path, a ticket, a quotation or a number. */
function isInstanceName(word: Word, source: string): boolean {
  if (word.kind === "number" || word.kind === "code" || word.kind === "quote") return true;
  const text = source.slice(word.start, word.end);
  if (word.kind === "name") return !ACRONYM.test(text) && !KNOWN_NAME.test(text);
  return false;
}

/** Technical terms: "CI", "SQL", "APIs". */
const ACRONYM = /^[A-Z]{2,6}s?$/;
/** Well-known names with a slash, a plus or an inner capital. */
const KNOWN_NAME =
  /^(?:README|JavaScript|TypeScript|GitHub|GitLab|PostgreSQL|MySQL|SQLite|GraphQL|OpenAPI|macOS|iOS|LaTeX|YouTube|CI\/CD|C\+\+|C#|I\/O|A\/B|and\/or|UI\/UX|e\.g\.?|i\.e\.?|etc\.?|E2E|e2e|a11y|i18n|UTF-8|ISO-\d+)$/;

/** Marks the words that name an instance that no other remark mentions, so that a rule must not contain them. */
export const instanceNames = (words: readonly Word[], source: string, support: Support): readonly boolean[] =>
  words.map((word, at) => {
    if (!isInstanceName(word, source) && !isArgument(words, at) && !isNamedPlace(words, at, source))
      return false;
    const terms = termsOf([word]);
    return terms.length === 0 || terms.some((term) => support.of(term) <= 1);
  });

/** "requests" in "pip install requests". */
const isArgument = (words: readonly Word[], at: number): boolean =>
  isCommand(words[at - 1]) && (words[at]!.part === "noun" || words[at]!.part === "verb");

/** A token of several words without quotes is a command. */
export const isCommand = (word: Word | undefined): boolean =>
  word?.kind === "code" && word.word.includes(" ") && word.end - word.start === word.word.length;

/** "Grafana" in "full names in Grafana". Languages and days are not instances. */
function isNamedPlace(words: readonly Word[], at: number, source: string): boolean {
  const { kind, start, end } = words[at]!;
  if (
    kind !== "word" ||
    !CAPITALISED.test(source.slice(start, end)) ||
    NO_INSTANCE.test(source.slice(start, end))
  )
    return false;
  const before = words.slice(0, at).findLast(({ part }) => part !== "determiner");
  return before?.part === "preposition" && PLACES.has(before.word);
}

const CAPITALISED = /^[A-Z][a-z]+$/;
const PLACES = wordSet("in on at for from");
const NO_INSTANCE =
  /^(?:English|German|French|Spanish|Italian|British|American|Markdown|Python|Java|Rust|Kotlin|Swift|Ruby|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)s?$/;

/** Stems of ordinary English words. Any other word that all remarks mention is a name. */
const ORDINARY: ReadonlySet<string> = new Set(
  [...Object.values(lexicon), ...Object.values(wordLists), ...countNouns]
    .filter((list) => typeof list === "string")
    .flatMap((list) => list.split(" "))
    .map((word) => stem(word)),
);

/** Whether a term is an everyday English word rather than a name. */
export const isOrdinary = (term: string): boolean => ORDINARY.has(term);

/**
 * A name that every remark mentions and a text does not. Such a text is about something else, however similar its
 * meaning.
 */
export function missedName(text: string, { all, support }: ReadRemarks): string | undefined {
  if (all.length < 2) return undefined;
  const own = new Set(textTerms(text));
  return support.shared.find((term) => support.of(term) >= all.length && !isOrdinary(term) && !own.has(term));
}
