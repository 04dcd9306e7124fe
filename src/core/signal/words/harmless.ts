import type { Act } from "./act.ts";
import type { Clause, Sentence } from "./sentences.ts";

interface Place {
  /** The sentence's text, and what stands in its clause before the words in question. */
  readonly sentence: string;
  readonly lead: string;
  readonly kind: Act["kind"];
}

const BLAMES = /(?<![^ ])(?:you|your|still|again|anymore|no longer|i asked|i said|i told|i wanted)(?![^ ])/;

/** Contexts in which a fault is knowledge handed on or a mere possibility, and nobody's blame. */
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

/** Whether a fault stands where it blames nobody. */
export function isHarmless(sentence: Sentence, clause: Clause, act: Act): boolean {
  if (BLAMES.test(sentence.text.replace("so you know", ""))) return false;
  const place: Place = {
    sentence: sentence.text,
    lead: sentence.text.slice(clause.from, act.from),
    kind: act.kind,
  };
  return CONTEXTS.some((fits) => fits(place));
}
