export type CheckState = "ok" | "warning" | "problem";

/** One thing that doctor looked at or tried. */
export interface DoctorCheck {
  /** What it is about, such as `store` or `hooks of cursor`. */
  readonly check: string;
  readonly state: CheckState;
  /** Null if nothing is wrong. */
  readonly code: string | null;
  /** What was seen. */
  readonly message: string;
  /** The command or action that fixes it; null if nothing is wrong. */
  readonly mend: string | null;
  /** Whether `--fix` runs that command: it only adds or delivers what Emend would anyway. */
  readonly fixable?: true;
}

export const passed = (check: string, message: string): DoctorCheck => ({
  check,
  state: "ok",
  code: null,
  message,
  mend: null,
});
