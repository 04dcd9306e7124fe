import { BIDI, TAGS } from "../text/hidden-characters.ts";
import type { Finding } from "./review.ts";
import { SEVERITIES, type Severity } from "./review-fields.ts";

const MAX_PREVIEW = 160;

/** A value from outside, made short, flat and safe to print as JSON for a diagnostic. */
export function preview(value: unknown): unknown {
  if (typeof value === "string")
    return value.length > MAX_PREVIEW ? `${value.slice(0, MAX_PREVIEW)}…` : value;
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "object";
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return value;
}

/** The same, for use in a sentence. */
export function quoted(value: unknown): string {
  if (value === undefined) return "nothing";
  const shown = preview(value);
  if (typeof value === "object" && value !== null)
    return Array.isArray(value) ? `a ${String(shown)}` : "an object";
  return typeof shown === "string" && typeof value === "string" ? JSON.stringify(shown) : String(shown);
}

/** Joiners and variation selectors stay, because some scripts and emoji need them. */
const INVISIBLE = new RegExp(
  `[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u200b\\u2060-\\u2064\\ufeff${BIDI}${TAGS}]`,
  "gu",
);

/**
 * Removes what a reader cannot see but a terminal, a page or a model obeys: control characters except tab and line
 * feed, bidirectional marks, zero-width spaces and tag characters. A lone surrogate becomes U+FFFD.
 */
export const visibleFindingText = (text: string): string =>
  text.toWellFormed().replaceAll(/\r\n?/g, "\n").replaceAll(INVISIBLE, "");

/** The message and the suggestion as plain text. */
export function explanationOf(finding: Finding): string {
  const message = visibleFindingText(finding.message);
  const suggestion = visibleFindingText(finding.suggestion ?? "").trim();
  return suggestion === "" ? message : `${message}\n\nSuggestion: ${suggestion}`;
}

/** The explanation under its title, unless it already starts with it. */
export function fullTextOf(finding: Finding): string {
  const title = visibleFindingText(finding.title);
  const explanation = explanationOf(finding);
  return explanation.startsWith(title) ? explanation : `${title}\n\n${explanation}`;
}

/** A finding's rule, or its category if it names none. */
export function findingRuleId(finding: Finding): string {
  const named = visibleFindingText(finding.rule_id ?? "").trim();
  return named === "" ? finding.category : named;
}

/** Worst first, otherwise in the original order. */
export function worstFirst<T>(items: readonly T[], findingOf: (item: T) => Finding): T[] {
  const rank = (item: T): number => SEVERITIES.indexOf(findingOf(item).severity);
  return items.toSorted((a, b) => rank(a) - rank(b));
}

export type SarifLevel = "error" | "warning" | "note";
export type RdjsonSeverity = "ERROR" | "WARNING" | "INFO";
type GithubLevel = "error" | "warning" | "notice";
export type GitlabSeverity = "blocker" | "critical" | "major" | "minor" | "info";

export interface RenderedSeverity {
  readonly sarif: SarifLevel;
  readonly rdjson: RdjsonSeverity;
  readonly github: GithubLevel;
  readonly gitlab: GitlabSeverity;
  /** A score in the band that code scanning gives the same name; info has none, because 0.0 means "not rated". */
  readonly securityScore?: string;
}

/**
 * Maps our severities to other formats. `low` goes with `info`, because a build that fails on warnings must not
 * fail on what the reviewer calls minor.
 */
export const RENDERED_SEVERITY: Readonly<Record<Severity, RenderedSeverity>> = {
  critical: { sarif: "error", rdjson: "ERROR", github: "error", gitlab: "blocker", securityScore: "9.5" },
  high: { sarif: "error", rdjson: "ERROR", github: "error", gitlab: "critical", securityScore: "8.0" },
  medium: { sarif: "warning", rdjson: "WARNING", github: "warning", gitlab: "major", securityScore: "5.5" },
  low: { sarif: "note", rdjson: "INFO", github: "notice", gitlab: "minor", securityScore: "2.0" },
  info: { sarif: "note", rdjson: "INFO", github: "notice", gitlab: "info" },
};
