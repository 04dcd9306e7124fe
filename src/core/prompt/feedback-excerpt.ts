import type { Signal } from "../signal/signal.ts";
import { cleanFact } from "./quote-fact.ts";

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
export function tellingFact(
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
export function tellingLine(feedback: string, signal: Signal): string | undefined {
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
