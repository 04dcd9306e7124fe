/** A well-worded rule of the library, as its file has it. */
export interface LibraryLine {
  readonly rule: string;
  /** The contrary preference, which a sane team could hold. */
  readonly against?: string | null;
  /** How people say it of one place. They only help to find the rule. */
  readonly remarks?: readonly string[];
}
