import { wordSet } from "../../text/word-set.ts";
import { textOfWords } from "../../english/phrase.ts";
import { isPart, tagWords, type Word } from "../../english/tagged-words.ts";
import { tokenize } from "../../english/tokens.ts";
import type { WishPhrase } from "../../english/wish.ts";
import { isCountNoun } from "./word-forms.ts";

/** A phrase that fits into a sentence: a verb and its object, or a thing alone. */
export interface CleanPhrase {
  readonly verb?: string | undefined;
  readonly thing: string;
}

const NO_START = wordSet("is are was were be been not and or but so too very as than if then also etc again");
/** "The use of eval" is just eval. */
const USE_OF = /^(?:the |any |your |direct )?(?:use|usage|presence|addition|introduction) of (?:the )?/i;

/** "Eager loading detected": the verb of a tool's report. */
const REPORTED = / (?:detected|found|reported|flagged|thx|lol)$/i;

/** Cleans a phrase for use in a sentence. Undefined if it is a statement or a question. */
export function cleanPhrase({ verb, thing }: WishPhrase): CleanPhrase | undefined {
  const text = uncapitalise(thing.replace(USE_OF, "").replace(REPORTED, "").trim());
  if (text === "") return verb === undefined ? undefined : { verb, thing: "" };
  const words = tagWords(tokenize(text));
  const [first] = words;
  if (first === undefined || NO_START.has(first.word)) return undefined;
  if (words.some((word, at) => isFinite(word, at, words))) return undefined;
  // "using a named constant" means to use it.
  if (
    verb === undefined &&
    first.kind === "word" &&
    first.form === "ing" &&
    first.base !== undefined &&
    words.length > 1
  ) {
    return { verb: first.base, thing: textOfWords(words.slice(1), text) };
  }
  return { verb, thing: text };
}

/** A finite verb outside of a subordinate clause, or a word that only occurs in conversation. */
function isFinite(word: Word, at: number, words: readonly Word[]): boolean {
  if (word.part === "question" && at === 0) return true;
  if (word.part === "pronoun" && /^(?:i|we|me|us|he|she)$/.test(word.word)) return true;
  if (isPredicate(word, at, words)) return true;
  if (!isPart(word.part, "be", "modal", "have", "do")) return false;
  return !words.slice(0, at).some(({ word: before, part }) => SUBORDINATE.has(before) || part === "question");
}

/** "the amount goes in" has a finite verb; "tailwind classes" does not. */
const isPredicate = (
  { part, form, base = "", canBeNoun }: Word,
  at: number,
  words: readonly Word[],
): boolean =>
  part === "verb" &&
  form === "s" &&
  !canBeNoun &&
  !isCountNoun(base) &&
  at > 0 &&
  at < words.length - 1 &&
  !words.slice(0, at).some(({ word: before, part: kind }) => SUBORDINATE.has(before) || kind === "question");

const SUBORDINATE = wordSet(
  "that which who whose what when where if unless whenever because before after until how why so",
);

/** Lowers the first letter of what used to start a sentence. Names keep their capitals. */
const uncapitalise = (text: string): string =>
  /^[A-Z][a-z]+(?:-[a-z]+)*(?: |$)/.test(text) && !KEEPS_CAPITAL.test(text)
    ? `${text[0]!.toLowerCase()}${text.slice(1)}`
    : text;

const KEEPS_CAPITAL =
  /^(?:English|German|French|Spanish|Italian|British|American|Oxford|Markdown|Python|Java|Rust|Docker|Redis|Postgres|Kotlin|Swift|Ruby|Tailwind|React|Angular|Django|Prisma|Terraform|Kubernetes|Helm|Monday|Friday|I)\b/;
