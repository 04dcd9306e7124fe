import { BLANK } from "../text/hidden-characters.ts";
import type { Signal } from "../signal/signal.ts";

/** The gaps that templates leave for facts. */
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
/** What is read of a fact before it is cleaned, so that a megabyte of blanks costs no more than a line. */
const MAX_READ_LENGTH = 4000;

/** Output of a tool or a code identifier, as inline code that its content cannot leave. */
export const quoteCode = (fact: string | undefined): string | undefined => quote(fact, "`", "`");

/** Somebody's words, in quotation marks that they cannot close. */
export function quoteWords(fact: string | undefined): string | undefined {
  const words = cleanFact(fact).replace(/[\s.,;:]{1,50}$/, "");
  return quote(words, "“", "”");
}

/**
 * A fact on one line as plain characters: no control, hidden or direction-changing ones, no quotation mark
 * that could end the quotation, and no name of a template's gap that reads as one left open.
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
  return SAYS_SOMETHING.test(plain) ? `${open}${plain}${close}` : undefined;
}

function cut(text: string, more: boolean): string {
  if (text.length <= MAX_FACT_LENGTH) return more ? `${text}…` : text;
  return `${text.slice(0, MAX_FACT_LENGTH).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** A fact without a letter or a digit fills a sentence with nothing. */
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;
const ESCAPE_SEQUENCE = /\u001b\[[0-9;:?]{0,40}[@-~]/g;
const HIDDEN = new RegExp(`[\\p{Cf}\\p{Co}\\p{Cs}${BLANK}]`, "gu");
const SPACE = /[\p{Cc}\p{Z}]+/gu;
const GAP = new RegExp(`\\{(${GAP_NAMES.join("|")})\\}`, "g");

const MAX_EXCERPT_LENGTH = 160;
/** How far around its evidence a line or a sentence is looked for. */
const MAX_REACH = 300;

/** The line of the feedback that speaks for the signal; empty when it names no stretch of the text. */
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

/** A few words of the feedback, for the log. */
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
 * What a person wrote, without the sentences that only say they are not content; undefined when nothing is
 * left, or when it is too long to quote.
 */
function tellingWords(feedback: string): string | undefined {
  if (feedback.length > MAX_REACH) return undefined;
  const sentences = cleanFact(feedback).split(/(?<=[.!?]) /);
  const telling = sentences.filter((sentence) => countTelling(sentence) > 0);
  return countTelling(telling.join(" ")) >= 2 ? telling.join(" ") : undefined;
}

/**
 * A fact extracted from somebody's words, or all they wrote where that is short and the fact, with what is
 * told elsewhere, leaves most of it out; undefined when neither says more than that they are not content.
 */
export function keyFact(
  fact: string | undefined,
  feedback: string,
  elsewhere: readonly string[],
): string | undefined {
  const words = tellingWords(feedback);
  if (countTelling(cleanFact(fact)) === 0) return words;
  const told = countTelling(`${cleanFact(fact)} ${elsewhere.join(" ")}`);
  return words !== undefined && told * 2 < countTelling(words) ? words : fact;
}

/** The line of the evidence, where it says more than that something failed. */
export function keyLine(feedback: string, signal: Signal): string | undefined {
  const line = evidenceLine(feedback, signal);
  return countTelling(line) > 0 ? line : undefined;
}

const countTelling = (text: string): number =>
  (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => !STOCK_WORDS.has(word)).length;

const STOCK_WORDS = new Set(
  "a again all almost also am an and are at be bad better broken but can close completely cool correct did didn do does doesn don done error errors ever fail failed failing failure fine for from good great has have here how i incorrect is isn it its just mean meant misunderstood missed more mostly nearly need needs no nice nope not of off ok okay on once one or please point quite re redo really s same should so sorry still t task that thats the there these thing think this those to totally try trying up ve very want wanted was wasn we well were what when why will with won work working works would wrong yes yet you your".split(
    " ",
  ),
);
