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

/** What kind of complaint it is: what was changed, dropped or refused, or only noticed. */
export type DiagnosticKind =
  | "coercion_applied"
  | "repair_applied"
  | "finding_dropped"
  | "response_rejected"
  | "warning";

/** Our complaint about an answer we were given; never a finding. */
export interface Diagnostic {
  readonly kind: DiagnosticKind;
  /** Stable code for machines. */
  readonly reason: string;
  /** For people: what was found, what was expected. */
  readonly message: string;
  /** Position in the answer's own `findings`, from 0. */
  readonly index?: number;
  readonly finding_id?: string;
  /** The field it is about, written `findings[0].line`. */
  readonly path?: string;
  readonly from?: unknown;
  readonly to?: unknown;
  /** Where the finding points, when that much could be read. */
  readonly file?: string;
  readonly line?: number;
  /** Of a finding that was dropped or not read, the severity that it claims; absent if that cannot be read. */
  readonly severity?: Severity;
  /** Whatever else is wrong with the same finding. */
  readonly also?: readonly { readonly reason: string; readonly path: string; readonly message: string }[];
}
