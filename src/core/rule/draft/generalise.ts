import { wordSet } from "../../text/word-set.ts";
import { termsOf, textOfWords } from "../../english/phrase.ts";
import { tagWords, type Word } from "../../english/tagged-words.ts";
import { tokenize } from "../../english/tokens.ts";
import { isCommand, instanceNames } from "./instance-names.ts";
import type { Support } from "./draft.ts";
import { isCountNoun, isPluralNoun, pluralOf } from "./word-forms.ts";

interface Chunk {
  readonly words: readonly Word[];
  /** The preposition or conjunction that opens it; empty for the first. */
  readonly opener: string;
}

/** Words that give a reason, or continue about a single occasion. */
const REASONS = wordSet("because since as so otherwise although though while which like");
const OPENERS = wordSet(
  "because since so otherwise although though while which if when unless whenever where and",
);
/** What follows these words is essential to the meaning. */
const NEEDED = wordSet("without unless instead except until");

/**
 * The wordings of a phrase, closest to the original first. Names and numbers that no other remark mentions are left
 * out together with their words, and the most general wording leaves out everything that no other remark mentions.
 * Empty if the phrase is only about such a name.
 */
export function generalise(phrase: string, support: Support): readonly string[] {
  const [main, ...rest] = splitChunks(tagWords(tokenize(phrase)));
  if (main === undefined) return [];
  const head = withoutOwnNames(main.words, phrase, support);
  if (head === undefined) return [];
  const isStripped = head.length < main.words.length;
  const kept = rest.filter(
    ({ words, opener }) => !REASONS.has(opener) && withoutOwnNames(words, phrase, support) === words,
  );
  const general = kept.filter(({ words, opener }) => NEEDED.has(opener) || isSupported(words, support));
  const lost = isStripped || kept.length < rest.length;
  const wordings = [joinWords([head, ...kept.map(({ words }) => words)], phrase, lost)];
  if (general.length < kept.length) {
    wordings.push(joinWords([head, ...general.map(({ words }) => words)], phrase, true));
  }
  return wordings.filter((text) => text !== "");
}

function splitChunks(words: readonly Word[]): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let from = 0;
  let opener = "";
  for (let at = 1; at <= words.length; at += 1) {
    const word = words[at];
    const opens =
      word === undefined ||
      (word.part === "mark" && word.word !== "-") ||
      (word.kind === "word" &&
        ((word.part === "preposition" &&
          word.word !== "of" &&
          word.word !== "than" &&
          words[at - 1]?.part !== "preposition") ||
          OPENERS.has(word.word)));
    if (!opens) continue;
    const chunk = words.slice(from, at).filter(({ part }) => part !== "mark");
    if (chunk.length > 0) chunks.push({ words: chunk, opener });
    from = at;
    opener = word?.word ?? "";
  }
  return chunks;
}

const isSupported = (words: readonly Word[], support: Support): boolean =>
  termsOf(words).some((term) => support.of(term) > 1);

/** The words without names and numbers that only one remark mentions; undefined if nothing is left. */
function withoutOwnNames(
  words: readonly Word[],
  source: string,
  support: Support,
): readonly Word[] | undefined {
  const own = instanceNames(words, source, support);
  if (!own.includes(true)) return words;
  // In "the parameter: input_string" and "function 'fetch_all'", the noun before says what kind of thing it is.
  const kept = words.filter((_, at) => !own[at]);
  const isApposition = own.every(
    (mine, at) => !mine || words[at - 1]?.part === "noun" || isCommand(words[at - 1]) || own[at - 1] === true,
  );
  return isApposition && kept.some((word) => word.part === "noun" || isCommand(word)) ? kept : undefined;
}

function joinWords(parts: readonly (readonly Word[])[], source: string, isGeneral: boolean): string {
  const texts = parts.map((words) => {
    const text = textOfWords(words, source);
    return isGeneral ? toKind(text, words) : text;
  });
  return texts
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^[\s,;:–-]+|[\s,;:–-]+$/g, "")
    .trim();
}

/** "flag" → "flags": a count noun without an article stands for the kind. */
export function toKindIfBare(text: string): string {
  const words = tagWords(tokenize(text));
  const head = headAfter(words, -1);
  if (head === undefined || !isCountNoun(head.word)) return text;
  return text.slice(0, head.start) + pluralOf(head.word) + text.slice(head.end);
}

/** "a test", "the parameter" → "tests", "parameters", if the specific one was left out. */
function toKind(text: string, words: readonly Word[]): string {
  const at = words.findIndex(({ part, word }) => part === "determiner" && ONE.test(word));
  const head = headAfter(words, at);
  if (head === undefined || (at > 0 && words[at - 1]!.part === "verb")) return text;
  const bare = at < 0 ? text : text.replace(new RegExp(`\\b${words[at]!.word} `, "i"), "");
  const plural = isPluralNoun(head.word) ? head.word : pluralOf(head.word);
  return plural === head.word ? bare : bare.replace(new RegExp(`\\b${head.word}\\b`, "i"), plural);
}

const ONE = /^(?:a|an|the|this|that|another)$/;

/** The head of the noun phrase after a position. */
function headAfter(words: readonly Word[], from: number): Word | undefined {
  let found: Word | undefined;
  for (const [at, word] of words.entries()) {
    if (at <= from || (from < 0 && at === 0 && word.part === "preposition")) continue;
    const isModifier =
      word.part === "adjective" || (word.part === "verb" && (word.form === "ed" || word.form === "ing"));
    if (
      word.kind !== "word" ||
      !(word.part === "noun" || isModifier || (word.part === "verb" && word.canBeNoun))
    )
      break;
    found = word;
  }
  return found === undefined || found.part === "adjective" || found.form === "ing" || found.form === "ed"
    ? undefined
    : found;
}
