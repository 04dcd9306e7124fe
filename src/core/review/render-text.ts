import { BIDI, TAGS } from "../text/hidden-characters.ts";
import type { Finding } from "./review.ts";
import { SEVERITIES, type Severity } from "./review-fields.ts";

const LONGEST = 160;

/** A value from outside as a diagnostic may carry it: short, flat, and safe to print as JSON. */
export function preview(value: unknown): unknown {
  if (typeof value === "string") return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "object";
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return value;
}

/** The same, as it reads in a sentence. */
export function quoted(value: unknown): string {
  if (value === undefined) return "nothing";
  const shown = preview(value);
  if (typeof value === "object" && value !== null)
    return Array.isArray(value) ? `a ${String(shown)}` : "an object";
  return typeof shown === "string" && typeof value === "string" ? JSON.stringify(shown) : String(shown);
}

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
export const visibleFindingText = (text: string): string =>
  text.toWellFormed().replaceAll(/\r\n?/g, "\n").replaceAll(UNSEEN, "");

/** What is wrong and what to do about it, as plain text. */
export function explanationOf(finding: Finding): string {
  const message = visibleFindingText(finding.message);
  const suggestion = visibleFindingText(finding.suggestion ?? "").trim();
  return suggestion === "" ? message : `${message}\n\nSuggestion: ${suggestion}`;
}

/** The explanation under its title, unless the message already begins with it. */
export function fullTextOf(finding: Finding): string {
  const title = visibleFindingText(finding.title);
  const explanation = explanationOf(finding);
  return explanation.startsWith(title) ? explanation : `${title}\n\n${explanation}`;
}

/** The rule a finding is filed under: its own, or its category where it names none. */
export function findingRuleId(finding: Finding): string {
  const named = visibleFindingText(finding.rule_id ?? "").trim();
  return named === "" ? finding.category : named;
}

/** Worst first, otherwise in the order given. */
export function worstFirst<T>(items: readonly T[], findingOf: (item: T) => Finding): T[] {
  const rank = (item: T): number => SEVERITIES.indexOf(findingOf(item).severity);
  return items.toSorted((a, b) => rank(a) - rank(b));
}

export type SarifLevel = "error" | "warning" | "note";
export type RdjsonSeverity = "ERROR" | "WARNING" | "INFO";
type GithubLevel = "error" | "warning" | "notice";

export interface RenderedSeverity {
  readonly sarif: SarifLevel;
  readonly rdjson: RdjsonSeverity;
  readonly github: GithubLevel;
  /** Score within the band that code scanning names the same; info has none, as 0.0 means "not rated". */
  readonly securityScore?: string;
}

/**
 * The one table from our severities to other formats' three bands. `low` goes with `info`: a build that
 * fails on warnings must not fail on what the reviewer itself calls minor.
 */
export const RENDERED_SEVERITY: Readonly<Record<Severity, RenderedSeverity>> = {
  critical: { sarif: "error", rdjson: "ERROR", github: "error", securityScore: "9.5" },
  high: { sarif: "error", rdjson: "ERROR", github: "error", securityScore: "8.0" },
  medium: { sarif: "warning", rdjson: "WARNING", github: "warning", securityScore: "5.5" },
  low: { sarif: "note", rdjson: "INFO", github: "notice", securityScore: "2.0" },
  info: { sarif: "note", rdjson: "INFO", github: "notice" },
};
