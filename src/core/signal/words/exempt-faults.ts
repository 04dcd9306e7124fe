import type { SpelledClause, SpelledSentence } from "../../english/spelled-sentences.ts";
import type { Act } from "./act.ts";

/** How far around a fault such as "there are no" the denial reaches. */
const REACH = 24;

const NONE_OF =
  /(?<![^ ])(?:no|zero|0|without|not any|not (?:see|get|have|find) any)(?: (?!longer)[^ ,]+)? (?:errors?|exceptions?|failures?|crash(?:es)?|segfaults?|panics?|tracebacks?|stack ?traces?|timeouts?|deadlocks?|mismatch(?:es)?|warnings?|issues?|problems?|bugs?)(?![^ ])/;

/** Words after "no" with which an answer goes on: "no the tests failed" denies nothing. */
const GOES_ON =
  "(?!(?:longer|the|it|its|this|that|these|those|they|you|your|we|i|my|our|he|she|still|again|now|all|some|every|everything|and|but|because|sorry)(?= ))";

const NONE_FAILED = new RegExp(
  [
    "(?<![^ ])(?:0|zero|none|nothing|not (?:one|a single)|no)",
    "(?: of(?: the| these| those| our| all| them| \\d[\\d.]{0,9}){1,3})?",
    `(?: ${GOES_ON}[^ ,]+){0,2}`,
    "(?: (?:has|have|had|was|were|is|are))?",
    " (?:failed|fails?|failing|broke|breaks|broken|crashed|crashes|errored|red|rejected)(?![^ ])",
  ].join(""),
);

/** "failed : 0", "errors : none". */
const COUNTED_NONE =
  /(?<![^ ])(?:fail(?:ed|ures?|ing)|errors?|broken)(?: (?:tests?|checks?|specs?|files?|items?))? [:=] (?:0|none|zero|nothing|no)(?![^ ])/;

/** Whether the words around a fault say that there was none. */
export function isDenied({ text }: SpelledSentence, from: number, to: number): boolean {
  const around = text.slice(Math.max(0, from - REACH), to + REACH);
  return (
    NONE_OF.test(around) || deniedAt(text, from, to, NONE_FAILED) || deniedAt(text, from, to, COUNTED_NONE)
  );
}

/** A denial that covers some of the fault's own words. */
function deniedAt(text: string, from: number, to: number, denial: RegExp): boolean {
  const start = Math.max(0, from - 2 * REACH);
  const match = denial.exec(text.slice(start, to + REACH));
  if (match === null) return false;
  const at = start + match.index;
  return at < to && at + match[0].length > from;
}

interface Place {
  /** The sentence's text, and the part of the clause before the fault. */
  readonly sentence: string;
  readonly lead: string;
  readonly kind: Act["kind"];
}

const BLAMES = /(?<![^ ])(?:you|your|still|again|anymore|no longer|i asked|i said|i told|i wanted)(?![^ ])/;

/** Contexts in which a fault is information or a possibility. */
const CONTEXTS: readonly ((place: Place) => boolean)[] = [
  ({ sentence }) =>
    /^(?:(?:okay|and|so|also|just|but|oh) (?:, )?)*(?:fyi|heads up|note(?: that|:)|just so you know|so you know|for (?:context|reference|the record|what it is worth)|btw|by the way|keep in mind|bear in mind|beware|be aware|be careful|remember|reminder|background|context|in case you|good to know|one caveat|careful|as (?:discussed|agreed|planned)|from now on|going forward|in the future|in general|for the future)(?= |$)/.test(
      sentence,
    ),
  ({ lead, sentence, kind }) =>
    kind !== "rejection" &&
    (/(?<![^ ])(?:otherwise|or else|in that case|worst case)(?![^ ])/.test(sentence) ||
      /(?<![^ ])(?:would|might|could|may)(?![^ ])/.test(lead)),
];

/** Whether a fault blames nobody in its context. */
export function isHarmless(sentence: SpelledSentence, clause: SpelledClause, act: Act): boolean {
  if (BLAMES.test(sentence.text.replace("so you know", ""))) return false;
  const context: Place = {
    sentence: sentence.text,
    lead: sentence.text.slice(clause.from, act.from),
    kind: act.kind,
  };
  return CONTEXTS.some((fits) => fits(context));
}
