import { splitFences } from "../markdown/split-fences.ts";
import { judgeComment } from "../actionable/judge-comment.ts";
import { languageOf, readWishes } from "../english/read-wishes.ts";
import { tagWords, type Word } from "../english/tagged-words.ts";
import { tokenize } from "../english/tokens.ts";
import vague from "./vague-words.json" with { type: "json" };

/** The heading of a person's note in a comment by `formatRejection`. */
export const NOTE_HEADING = "**Note from the reviewer**";

/** How the human-readable half begins. */
const HEADLINE = /^\*\*(?:Rejected|Warnings)\*\* — /m;

/** A person's own words in a rejection comment, without the block and Emend's guidance; undefined if there are none. */
export function reviewerWords(comment: string | undefined): string | undefined {
  if (comment === undefined) return undefined;
  const shown = withoutHtmlComments(comment);
  const headline = HEADLINE.exec(shown)?.index;
  if (headline === undefined) return trimmedOrAbsent(shown);
  const note = shown.indexOf(NOTE_HEADING, headline);
  return trimmedOrAbsent([shown.slice(0, headline), note === -1 ? "" : noteAt(shown.slice(note))].join("\n"));
}

function noteAt(text: string): string {
  const note = splitFences(text.slice(NOTE_HEADING.length)).find(({ kind }) => kind === "code");
  return note?.lines.join("\n") ?? "";
}

function withoutHtmlComments(text: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf("<!--", at);
    const end = start === -1 ? -1 : text.indexOf("-->", start);
    kept.push(text.slice(at, start === -1 ? undefined : start));
    if (end === -1) return kept.join("");
    at = end + 3;
  }
}

const trimmedOrAbsent = (text: string): string | undefined => (text.trim() === "" ? undefined : text.trim());

/** A comment says what it wants near its beginning or not at all. */
const MAX_READ = 4_000;
/** A comment in an unsupported language is assumed to say something from this many words on. */
const MIN_FOREIGN_WORDS = 3;

const VAGUE = new Set(vague.words.split(" "));
const FAULTS = new Set(vague.faults.split(" "));
const VAGUE_VERBS = new Set(vague.verbs.split(" "));

/**
 * Whether a comment tells the author what to change: it states a change, or names a specific fault. "Wrong.",
 * "needs work" and "why is this here?" do neither.
 */
export function asksForChange(comment: string | undefined): boolean {
  const text = comment?.slice(0, MAX_READ).trim() ?? "";
  if (text === "") return false;
  const words = tagWords(tokenize(text));
  if (languageOf(words) === "other") {
    return words.filter(({ part }) => part !== "mark").length >= MIN_FOREIGN_WORDS;
  }
  const { actionable, reason } = judgeComment(text);
  if (actionable) return words.some(isSpecific);
  if (reason === "not_feedback") return false;
  if (reason === "question_only") return readWishes(text).wishes.some(({ act }) => act !== "ask");
  return namesFault(words);
}

/** A thing with something said about it ("tone is off", "no tests"), or an excess ("too long"). */
function namesFault(words: readonly Word[]): boolean {
  const specific = words.filter(isSpecific);
  const isTooMuch = words.some(({ word }, at) => word === "too" && words[at + 1]?.part === "adjective");
  if (isTooMuch) return true;
  return specific.some(isThing) && (specific.length >= 2 || words.some(({ word }) => FAULTS.has(word)));
}

const isSpecific = (word: Word): boolean =>
  (isThing(word) || word.part === "verb" || word.part === "adjective" || word.part === "number") &&
  !VAGUE.has(word.word) &&
  !(word.part === "verb" && VAGUE_VERBS.has(word.base ?? word.word));

const isThing = ({ part, canBeNoun, word }: Word): boolean =>
  (part === "noun" || part === "name" || (part === "verb" && canBeNoun)) && !VAGUE.has(word);
