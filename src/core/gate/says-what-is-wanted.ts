import { splitFences } from "../markdown/split-fences.ts";
import { judgeComment } from "../actionable/judge-comment.ts";
import { languageOf, readWishes } from "../english/read-wishes.ts";
import { tagWords, type Word } from "../english/tagged-words.ts";
import { tokenize } from "../english/tokens.ts";
import vague from "./vague-words.json" with { type: "json" };

/** Stands above a person's note in a comment that `formatRejection` wrote. */
export const NOTE_HEADING = "**Note from the reviewer**";

/** How the half for people begins. */
const HEADLINE = /^\*\*(?:Rejected|Warnings)\*\* — /m;

/**
 * What a person says in a rejection comment, without the block and without the guidance that Emend wrote; undefined if that
 * is nothing.
 */
export function reviewerWords(comment: string | undefined): string | undefined {
  if (comment === undefined) return undefined;
  const shown = withoutHtmlComments(comment);
  const headline = HEADLINE.exec(shown)?.index;
  if (headline === undefined) return filled(shown);
  const note = shown.indexOf(NOTE_HEADING, headline);
  return filled([shown.slice(0, headline), note === -1 ? "" : noteAt(shown.slice(note))].join("\n"));
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

const filled = (text: string): string | undefined => (text.trim() === "" ? undefined : text.trim());

/** Longer comments say what they want near their beginning or not at all. */
const MAX_READ = 4_000;
/** A language that is not read here is believed from this many words on. */
const WORDS_OF_OTHER_LANGUAGES = 3;

const VAGUE = new Set(vague.words.split(" "));
const FAULTS = new Set(vague.faults.split(" "));
const VAGUE_VERBS = new Set(vague.verbs.split(" "));

/**
 * Whether somebody who was refused with these words knows what to change: they state a change, or they name a fault of a
 * particular thing. "Wrong.", "needs work" and "why is this here?" do neither.
 */
export function saysWhatIsWanted(comment: string | undefined): boolean {
  const text = comment?.slice(0, MAX_READ).trim() ?? "";
  if (text === "") return false;
  const words = tagWords(tokenize(text));
  if (languageOf(words) === "other") {
    return words.filter(({ part }) => part !== "mark").length >= WORDS_OF_OTHER_LANGUAGES;
  }
  const { actionable, reason } = judgeComment(text);
  if (actionable) return words.some(tells);
  if (reason === "not_feedback") return false;
  if (reason === "question_only") return readWishes(text).wishes.some(({ act }) => act !== "ask");
  return namesAFault(words);
}

/** A thing and something said about it ("tone is off", "no tests"), or what there is too much of ("too long"). */
function namesAFault(words: readonly Word[]): boolean {
  const telling = words.filter(tells);
  const isTooMuch = words.some(({ word }, at) => word === "too" && words[at + 1]?.part === "adjective");
  if (isTooMuch) return true;
  return telling.some(isThing) && (telling.length >= 2 || words.some(({ word }) => FAULTS.has(word)));
}

const tells = (word: Word): boolean =>
  (isThing(word) || word.part === "verb" || word.part === "adjective" || word.part === "number") &&
  !VAGUE.has(word.word) &&
  !(word.part === "verb" && VAGUE_VERBS.has(word.base ?? word.word));

const isThing = ({ part, canBeNoun, word }: Word): boolean =>
  (part === "noun" || part === "name" || (part === "verb" && canBeNoun)) && !VAGUE.has(word);
