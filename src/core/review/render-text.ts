import type { Finding } from "./review.ts";
import { SEVERITIES } from "./review-fields.ts";

/**
 * Removes what a reader cannot see but a terminal or a page obeys: control characters except tab and line
 * feed, and marks that reorder text. Half a surrogate pair becomes U+FFFD.
 */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, "");
}

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
