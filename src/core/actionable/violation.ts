/** Stable codes of everything the lint can find. */
export type ViolationCode =
  | "unknown_input"
  | "missing_required_field"
  | "missing_location"
  | "missing_score"
  | "invalid_type"
  | "invalid_enum_value"
  | "invalid_format"
  | "too_short"
  | "too_long"
  | "too_few_items"
  | "out_of_range"
  | "iteration_exceeds_max"
  | "reference_mismatch"
  | "vague_issue"
  | "no_specific_problem"
  | "no_observable_effect"
  | "advisory_wording"
  | "no_concrete_action"
  | "no_expected_outcome"
  | "not_feedback"
  | "verdict_mismatch"
  | "location_unknown"
  | "too_many_violations";

export interface Span {
  /** Offset of the first UTF-16 unit. */
  readonly start: number;
  /** Offset after the last one. */
  readonly end: number;
}

/** One reason why feedback is not fit to act on; a `note` alone does not make it unfit. */
export interface Violation {
  readonly code: ViolationCode;
  readonly severity: "error" | "note";
  /** What is wrong and where. */
  readonly message: string;
  /** The field, written `feedback_items[0].issue`; `text` for a bare comment, empty for the whole input. */
  readonly path: string;
  /** The wording complained of, as written. */
  readonly phrase?: string;
  /** Where the phrase stands in that field. */
  readonly span?: Span;
  /** How to write it instead. */
  readonly hint: string;
}

export const isFit = (violations: readonly Violation[]): boolean =>
  violations.every((violation) => violation.severity === "note");
