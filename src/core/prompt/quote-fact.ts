import { BLANK } from "../text/hidden-characters.ts";
import type { Signal } from "../signal/signal.ts";

export const GAP_NAMES = [
  "error_message",
  "detected_framework",
  "test_description",
  "expected_behavior",
  "clarification_prompt",
  "narrowed_scope",
  "alternatives",
  "gap_description",
  "constraint",
  "issue",
] as const;

export type GapName = (typeof GAP_NAMES)[number];

/** Longer facts are cut: a prompt needs the point of an error, not the log. */
const MAX_FACT_LENGTH = 300;
/** How much of a fact is read, so that a megabyte of blanks costs no more than a line. */
const MAX_READ_LENGTH = 4000;

/** Quotes tool output or an identifier as inline code that it cannot close. */
export const quoteCode = (fact: string | undefined): string | undefined => quote(fact, "`", "`");

/** Quotes somebody's words in quotation marks that they cannot close. */
export function quoteFactWords(fact: string | undefined): string | undefined {
  const words = cleanFact(fact).replace(/[\s.,;:]{1,50}$/, "");
  return quote(words, "“", "”");
}

/**
 * A fact as plain text on one line: no control, hidden or direction-changing characters, no quotation marks that
 * could end the quotation, and no `{gap}` that looks unfilled.
 */
export function cleanFact(fact: string | undefined): string {
  if (fact === undefined) return "";
  const plain = fact
    .slice(0, MAX_READ_LENGTH)
    .replace(ESCAPE_SEQUENCE, "")
    .replace(HIDDEN, "")
    .replace(SPACE, " ")
    .replace(/[`“”„‟"]/g, "'")
    .replace(GAP, "($1)")
    .trim();
  return cut(plain, fact.length > MAX_READ_LENGTH);
}

function quote(fact: string | undefined, open: string, close: string): string | undefined {
  const plain = cleanFact(fact);
  return HAS_CONTENT.test(plain) ? `${open}${plain}${close}` : undefined;
}

function cut(text: string, more: boolean): string {
  if (text.length <= MAX_FACT_LENGTH) return more ? `${text}…` : text;
  return `${text.slice(0, MAX_FACT_LENGTH).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Facts without a letter or digit say nothing. */
const HAS_CONTENT = /[\p{L}\p{N}]/u;
const ESCAPE_SEQUENCE = /\u001b\[[0-9;:?]{0,40}[@-~]/g;
const HIDDEN = new RegExp(`[\\p{Cf}\\p{Co}\\p{Cs}${BLANK}]`, "gu");
const SPACE = /[\p{Cc}\p{Z}]+/gu;
const GAP = new RegExp(`\\{(${GAP_NAMES.join("|")})\\}`, "g");

const MAX_EXCERPT_LENGTH = 160;
/** How far a line or sentence may extend around the evidence. */
const MAX_REACH = 300;

/** The line of the feedback with the signal's evidence; empty if there is none. */
function evidenceLine(feedback: string, signal: Signal): string {
  const evidence = signal.evidence.find(
    ({ start, end }) => start >= 0 && start < end && cleanFact(feedback.slice(start, end)) !== "",
  );
  if (evidence === undefined) return "";
  const before = feedback.slice(Math.max(0, evidence.start - MAX_REACH), evidence.start);
  const after = feedback.slice(evidence.start, evidence.start + MAX_REACH);
  const lead = before.slice(before.search(/[^\r\n]*$/));
  const line = lead + after.slice(0, after.search(/[\r\n]|$/));
  return cleanFact(line.replace(/[=*_-]{4,}/g, " "));
}

/** A short excerpt of the feedback for the log. */
export function feedbackExcerpt(feedback: string, signal: Signal): string {
  const { error_message, clarification, gap, error_type } = signal.facts;
  const whole = feedback.length <= MAX_EXCERPT_LENGTH ? cleanFact(feedback) : "";
  const excerpt =
    [whole, evidenceLine(feedback, signal), cleanFact(feedback)].find((text) => text !== "") ??
    cleanFact(error_message ?? clarification ?? gap ?? error_type);
  return excerpt.length <= MAX_EXCERPT_LENGTH
    ? excerpt
    : `${excerpt.slice(0, MAX_EXCERPT_LENGTH - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/**
 * The sentences that say more than that the person is not satisfied; undefined if none is left or the feedback is
 * too long to quote.
 */
function informativeWords(feedback: string): string | undefined {
  if (feedback.length > MAX_REACH) return undefined;
  const sentences = cleanFact(feedback).split(/(?<=[.!?]) /);
  const informative = sentences.filter((sentence) => countInformative(sentence) > 0);
  return countInformative(informative.join(" ")) >= 2 ? informative.join(" ") : undefined;
}

/**
 * A fact extracted from somebody's words, or their whole text if it is short and the fact, with what is said
 * elsewhere, leaves most of it out. Undefined if neither says more than that they are not satisfied.
 */
export function keyFact(
  fact: string | undefined,
  feedback: string,
  elsewhere: readonly string[],
): string | undefined {
  const words = informativeWords(feedback);
  if (countInformative(cleanFact(fact)) === 0) return words;
  const covered = countInformative(`${cleanFact(fact)} ${elsewhere.join(" ")}`);
  return words !== undefined && covered * 2 < countInformative(words) ? words : fact;
}

/** The line of the evidence, if it says more than that something failed. */
export function keyLine(feedback: string, signal: Signal): string | undefined {
  const line = evidenceLine(feedback, signal);
  return countInformative(line) > 0 ? line : undefined;
}

const countInformative = (text: string): number =>
  (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => !STOCK_WORDS.has(word)).length;

const STOCK_WORDS = new Set(
  "a again all almost also am an and are at be bad better broken but can close completely cool correct did didn do does doesn don done error errors ever fail failed failing failure fine for from good great has have here how i incorrect is isn it its just mean meant misunderstood missed more mostly nearly need needs no nice nope not of off ok okay on once one or please point quite re redo really s same should so sorry still t task that thats the there these thing think this those to totally try trying up ve very want wanted was wasn we well were what when why will with won work working works would wrong yes yet you your".split(
    " ",
  ),
);
