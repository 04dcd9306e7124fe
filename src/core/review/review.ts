import type { Category, Confidence, Severity } from "./review-fields.ts";

/** One problem that a reviewer claims. */
export interface Finding {
  readonly id: string;
  readonly severity: Severity;
  readonly category: Category;
  readonly title: string;
  /** As spelled in the list of changed files. */
  readonly file: string;
  readonly line: number;
  readonly end_line?: number;
  readonly message: string;
  readonly suggestion?: string;
  readonly confidence?: Confidence;
  readonly rule_id?: string;
}

/** One machine reviewer's answer on one change; conforms to the published schema, always. */
export interface Review {
  readonly schema_version: string;
  readonly prompt_version: string;
  readonly summary?: string;
  readonly findings: readonly Finding[];
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A finding and its position in the answer it came from. */
export interface PlacedFinding {
  readonly finding: Finding;
  readonly index: number;
}
