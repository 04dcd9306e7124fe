import type { Severity } from "./review-fields.ts";

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
