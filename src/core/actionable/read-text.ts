import { wordSet } from "../text/word-set.ts";
import contractions from "./contractions.json" with { type: "json" };
/**
 * One private-use character for each kind of text that is not prose. The masked text is as long as the original, so
 * offsets in one are offsets in the other.
 */
export const MASK = {
  code: "\uE000",
  quote: "\uE001",
  substitution: "\uE002",
  suggestion: "\uE003",
  arrow: "\uE004",
  block: "\uE005",
} as const;

/** Masks code, quotations, links, markup and identifiers. */
export function maskText(text: string): string {
  return text
    .replace(MASK_CHARACTERS, " ")
    .replace(HTML_COMMENT, blank)
    .replace(FENCE, (match) => fillWith(match, SUGGESTION_FENCE.test(match) ? MASK.suggestion : MASK.block))
    .replace(CODE_SPAN, (match) => fillWith(match, MASK.code))
    .replace(QUOTED_LINE, blank)
    .replace(LINK, (match) => fillWith(match, MASK.code))
    .replace(HTML_TAG, blank)
    .replace(ABBREVIATION, blank)
    .replace(SUBSTITUTION, (match) => fillWith(match, MASK.substitution))
    .replace(CODE_LINE, (match) => fillWith(match, MASK.code))
    .replace(DOUBLE_QUOTED, (match) => fillWith(match, MASK.quote))
    .replace(SINGLE_QUOTED, (match) => fillWith(match, MASK.quote))
    .replace(CHUNK, maskChunk)
    .replace(MARKUP, blank);
}

const MASK_CHARACTERS = /[\uE000-\uE005]/g;
const HTML_COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const FENCE = /```[\s\S]*?(?:```|$)/g;
const SUGGESTION_FENCE = /^```(?:suggestion|diff)/;
const CODE_SPAN = /`[^`\n]+`/g;
const QUOTED_LINE = /^[ \t]{0,8}>[^\n]*/gm;
const LINK = /\bhttps?:\/\/[^\s)>\]]+/g;
const HTML_TAG =
  /<\/?(?:a|b|blockquote|br|code|details|em|h[1-6]|hr|i|img|li|ol|p|picture|pre|source|strong|sub|summary|sup|table|tbody|td|th|thead|tr|ul)\b[^<>\n]{0,500}>/gi;
// Their full stops do not end a sentence.
const ABBREVIATION = /\b(?:e\.g|i\.e|etc|vs|approx|resp)\./gi;
const SUBSTITUTION = /(?<![\w/.])s ?\/[^/\n]{1,120}\/[^/\n]{0,120}(?:\/g?|$)/gm;
const CODE_LINE =
  /^[ \t]*(?:[{}][^\n]{0,300}|(?:if|for|while|return|const|let|var|static|int|auto|switch|import|from|#include|assert)\b[^\n]{0,300}[;{})\]]|[^\n]{0,300}[=(.>][^\n]{0,300};|[\w.]{1,80}\([^\n]{0,300}\))[ \t]*$/gm;
const DOUBLE_QUOTED = /"[^"\n]{1,400}"|“[^”\n]{1,400}”|«[^»\n]{1,400}»/g;
const SINGLE_QUOTED =
  /(?<![\p{L}\p{N}])(?:'(?:[^'\n]|(?<=\p{L})'(?=\p{L})){1,200}'|‘[^’\n]{1,200}’)(?![\p{L}\p{N}])/gu;
const CHUNK = /\S+/g;
const MARKUP = /[*_#~]{1,3}/g;

const blank = (match: string): string => match.replace(/[^\n]/g, " ");

const fillWith = (match: string, mask: string): string => mask.repeat(match.length);

/** Masks the core of a chunk if it can only be code. */
function maskChunk(chunk: string): string {
  if (chunk.length > MAX_CHUNK) return fillWith(chunk, MASK.code);
  if (ARROW.test(chunk)) return fillWith(chunk, MASK.arrow);
  const start = LEADING.exec(chunk)?.[0].length ?? 0;
  const rest = chunk.slice(start);
  const core = rest.slice(0, rest.length - trailingLength(rest));
  if (core === "" || !looksLikeCode(core)) return chunk;
  return chunk.slice(0, start) + fillWith(core, MASK.code) + rest.slice(core.length);
}

const MAX_CHUNK = 500;
const ARROW = /^(?:->|=>|-->|==>|→|⇒)$/;
const LEADING = /^[([{,;:*"'“‘]+/;
const TRAILING = ".,;:!?)]}*\"'”’";

function trailingLength(text: string): number {
  let length = 0;
  while (length < text.length && TRAILING.includes(text[text.length - 1 - length]!)) length += 1;
  // `call()` keeps its parentheses, which show that it is code.
  return text.slice(text.length - length).startsWith(")") && text.includes("(")
    ? Math.max(0, length - 1)
    : length;
}

function looksLikeCode(core: string): boolean {
  return (
    !NOT_CODE.test(core) &&
    (IDENTIFIER.test(core) || OPERATOR.test(core) || NUMBER.test(core) || PATH.test(core) || CALL.test(core))
  );
}

const NOT_CODE =
  /^(?:[a-z]+\(e?s\)|e\.g|i\.e|etc\.?|[a-z]+\.\.\.?[a-z]*|[-–—/]+|[+-]1|GitHub|GitLab|JavaScript|TypeScript|JavaDoc|PRs|IDs|URLs)$/i;
const IDENTIFIER =
  /[\p{L}\p{N}]_|_[\p{L}\p{N}]|\p{Ll}\p{Lu}|^[$@%&][\w.{]|^--?[a-z][\w-]*$|^#\d|^\d+[.:-]\d|\p{L}[\p{L}\p{N}]*::|^\p{L}\p{N}+$|[\p{L}\p{N})\]][.:]{1,2}[\p{L}_$*][^.]*$/u;
const OPERATOR = /[=<>!&|+*%^~]=|&&|\|\||->|=>|\[\]|\{\}|[=<>{}[\]\\|^]|^[+*%&=<>|!~-]{1,3}$|\p{L}[+*]\p{L}/u;
const NUMBER = /^[-+~]?\d[\d.,_]*(?:[a-zA-Z%]{1,3})?$|^0[xb][\da-fA-F]+$/;
const PATH = /^(?:\.{0,2}|~|\w:)[\\/][\w.]|\/[^/]*\/|\/[^/]*\.\w{1,5}$/;
const CALL = /^[\p{L}_$][\p{L}\p{N}_$.]*\([^()]*\)?$/u;

type WordKind = "word" | "code" | "quote" | "substitution" | "suggestion" | "arrow" | "block" | "mark";

/** A word of prose, a masked run, or a punctuation mark, with offsets in the original text. */
export interface CommentWord {
  readonly kind: WordKind;
  /** Lower case with straight apostrophes; for marks the mark itself. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The line breaks before it: 1, or 2 at the end of a paragraph. */
  readonly breaks: 0 | 1 | 2;
  /** The original of a masked run without delimiters; empty for prose and long runs. */
  readonly exact: string;
  readonly capital: boolean;
  /** All capitals: an acronym or a keyword rather than a word. */
  readonly shouted: boolean;
}

/** Splits a masked text into words. The original tells what was masked. */
function splitWords(masked: string, original: string): readonly CommentWord[] {
  const words: CommentWord[] = [];
  let previousEnd = 0;
  for (const match of masked.matchAll(WORD)) {
    const raw = match[0];
    const start = match.index;
    const kind = kindOf(raw);
    words.push({
      kind,
      text: kind === "word" ? normaliseWord(raw) : kind === "mark" ? raw : "",
      start,
      end: start + raw.length,
      breaks: breaksBetween(masked, previousEnd, start),
      exact:
        kind === "code" && raw.length <= 80
          ? original.slice(start, start + raw.length).replaceAll("`", "")
          : "",
      capital: /^\p{Lu}/u.test(raw),
      shouted: raw.length > 1 && /^\p{Lu}+$/u.test(raw),
    });
    previousEnd = start + raw.length;
  }
  return words;
}

const WORD = /\uE000+|\uE001+|\uE002+|\uE003+|\uE004+|\uE005+|[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|[^\s]/gu;

const KIND_OF_MASK: Readonly<Record<string, WordKind>> = {
  [MASK.code]: "code",
  [MASK.quote]: "quote",
  [MASK.substitution]: "substitution",
  [MASK.suggestion]: "suggestion",
  [MASK.arrow]: "arrow",
  [MASK.block]: "block",
};

function kindOf(raw: string): WordKind {
  const first = raw[0]!;
  if (first >= "\uE000" && first <= "\uE005") return KIND_OF_MASK[first] ?? "code";
  return /^[\p{L}\p{N}]/u.test(raw) ? "word" : "mark";
}

const CONTRACTIONS: ReadonlyMap<string, string> = new Map(Object.entries(contractions));

function normaliseWord(raw: string): string {
  const lower = raw.toLowerCase().replaceAll("’", "'");
  return CONTRACTIONS.get(lower) ?? lower;
}

function breaksBetween(text: string, from: number, to: number): 0 | 1 | 2 {
  const first = text.indexOf("\n", from);
  if (first === -1 || first >= to) return 0;
  const second = text.indexOf("\n", first + 1);
  return second === -1 || second >= to ? 1 : 2;
}

/** A run of words that ends with a full stop, a question mark, a semicolon or a line of its own. */
export interface CommentSentence {
  readonly from: number;
  /** Exclusive; the closing mark is left out. */
  readonly to: number;
  readonly question: boolean;
  /** Positions where a clause can start: the first word, and after a comma, colon, dash or conjunction. */
  readonly clauses: readonly number[];
}

/** Splits words into sentences. Every word except closing marks is in exactly one. */
function splitSentences(words: readonly CommentWord[]): readonly CommentSentence[] {
  const sentences: CommentSentence[] = [];
  let from = 0;
  const close = (to: number, question: boolean): void => {
    if (to > from) sentences.push({ from, to, question, clauses: clauseStarts(words, from, to) });
  };
  for (let position = 0; position < words.length; position += 1) {
    const word = words[position]!;
    if (position > from && (startsNewSentence(words, position) || position - from >= MAX_WORDS)) {
      close(position, false);
      from = position;
    }
    if (word.kind === "mark" && CLOSING.has(word.text)) {
      close(position, isQuestion(words, position));
      from = position + 1;
    }
  }
  close(words.length, false);
  return sentences;
}

/** Bounds the cost of looking ahead. Nobody writes longer sentences. */
const MAX_WORDS = 400;

const CLOSING: ReadonlySet<string> = new Set([".", "!", "?", ";", "…", "•"]);

/** "?!" and "??" are questions as well. */
function isQuestion(words: readonly CommentWord[], position: number): boolean {
  for (let at = position; at < position + 3; at += 1) {
    const word = words[at];
    if (word === undefined || word.kind !== "mark" || !CLOSING.has(word.text)) return false;
    if (word.text === "?") return true;
  }
  return false;
}

/** A line that continues in lower case is a wrapped sentence. */
function startsNewSentence(words: readonly CommentWord[], position: number): boolean {
  const word = words[position]!;
  if (word.breaks === 2 || word.kind === "block" || word.kind === "suggestion") return true;
  if (words[position - 1]?.kind === "block" || words[position - 1]?.kind === "suggestion") return true;
  return word.breaks === 1 && (word.capital || word.kind !== "word");
}

function clauseStarts(words: readonly CommentWord[], from: number, to: number): readonly number[] {
  const starts = [from];
  for (let position = from + 1; position < to; position += 1) {
    const before = words[position - 1]!;
    if (before.kind === "mark" ? BOUNDARY.has(before.text) : CONJUNCTIONS.has(before.text))
      starts.push(position);
  }
  return starts;
}

const BOUNDARY: ReadonlySet<string> = new Set([",", ":", "(", ")", "-", "–", "—", "]", "|"]);
const CONJUNCTIONS = wordSet("so then but and otherwise");

/** A text as words with offsets, grouped into sentences. */
export interface ParsedComment {
  readonly words: readonly CommentWord[];
  readonly sentences: readonly CommentSentence[];
}

/** Longer texts are truncated: a change that was not stated by then will not be. */
const MAX_READ = 100_000;

export function readText(text: string): ParsedComment {
  const judged = text.length > MAX_READ ? text.slice(0, MAX_READ) : text;
  const words = splitWords(maskText(judged), judged);
  return { words, sentences: splitSentences(words) };
}
