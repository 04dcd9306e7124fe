import type { Severity } from "./review-fields.ts";

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
