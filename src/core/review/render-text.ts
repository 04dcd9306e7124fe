import { BIDI, TAGS } from "../text/hidden-characters.ts";
import type { Finding } from "./review.ts";
import { SEVERITIES } from "./review-fields.ts";

/** Joiners and variation selectors stay: some scripts and signs are written with them. */
const UNSEEN = new RegExp(
  `[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u200b\\u2060-\\u2064\\ufeff${BIDI}${TAGS}]`,
  "gu",
);

/**
 * Removes what a reader cannot see but a terminal, a page or a model obeys: control characters except tab and line
 * feed, marks that reorder text, spaces of no width and letters that only programs read. Half a surrogate pair
 * becomes U+FFFD.
 */
export const visibleText = (text: string): string =>
  text.toWellFormed().replaceAll(/\r\n?/g, "\n").replaceAll(UNSEEN, "");

/** What is wrong and what to do about it, as plain text. */
export function explanationOf(finding: Finding): string {
  const message = visibleText(finding.message);
  const suggestion = visibleText(finding.suggestion ?? "").trim();
  return suggestion === "" ? message : `${message}\n\nSuggestion: ${suggestion}`;
}

/** The explanation under its title, unless the message already begins with it. */
export function fullTextOf(finding: Finding): string {
  const title = visibleText(finding.title);
  const explanation = explanationOf(finding);
  return explanation.startsWith(title) ? explanation : `${title}\n\n${explanation}`;
}

/** The rule a finding is filed under: its own, or its category where it names none. */
export function ruleIdOf(finding: Finding): string {
  const named = visibleText(finding.rule_id ?? "").trim();
  return named === "" ? finding.category : named;
}

/** Worst first, otherwise in the order given. */
export function worstFirst<T>(items: readonly T[], findingOf: (item: T) => Finding): T[] {
  const rank = (item: T): number => SEVERITIES.indexOf(findingOf(item).severity);
  return items.toSorted((a, b) => rank(a) - rank(b));
}
