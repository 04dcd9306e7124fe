import type { Category, Confidence, Severity } from "./review-fields.ts";

/** A problem reported by a reviewer. */
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

/** An automated reviewer's answer on one change. It always conforms to the published schema. */
export interface Review {
  readonly schema_version: string;
  readonly prompt_version: string;
  readonly summary?: string;
  readonly findings: readonly Finding[];
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A finding with its position in the answer. */
export interface IndexedFinding {
  readonly finding: Finding;
  readonly index: number;
}

export type DiagnosticKind =
  | "coercion_applied"
  | "repair_applied"
  | "finding_dropped"
  | "response_rejected"
  | "warning";

/** A problem with an answer, as opposed to a finding about the change. */
export interface Diagnostic {
  readonly kind: DiagnosticKind;
  /** Stable code for machines. */
  readonly reason: string;
  /** For people: what was found and what was expected. */
  readonly message: string;
  /** Position in the answer's own `findings`, from 0. */
  readonly index?: number;
  readonly finding_id?: string;
  /** The field, as in `findings[0].line`. */
  readonly path?: string;
  readonly from?: unknown;
  readonly to?: unknown;
  /** The finding's location, if it could be read. */
  readonly file?: string;
  readonly line?: number;
  /** The severity that a dropped or unread finding claims, if readable. */
  readonly severity?: Severity;
  /** Further problems of the same finding. */
  readonly also?: readonly { readonly reason: string; readonly path: string; readonly message: string }[];
}
