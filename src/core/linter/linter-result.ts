/** A place that a linter reported. */
export interface LinterResult {
  /** A name of `LINTERS`, or what the report calls its tool. */
  readonly tool: string;
  /** As the tool's documentation writes it. */
  readonly rule: string;
  /** As the report has it: relative or absolute, with forward slashes. */
  readonly path: string;
  /** 1 if the report has no line. */
  readonly line: number;
  readonly message: string;
}
