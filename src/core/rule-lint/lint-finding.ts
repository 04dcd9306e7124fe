/** What is wrong with a line of an instruction file. The names are stable: people skip them by name, and SARIF uses them. */
export const LINT_KINDS = {
  duplicate: ["warning", "Said twice", "The same instruction is in an agent's context twice. Keep one."],
  conflict: ["warning", "Cannot both be followed", "Two instructions contradict each other. Decide for one."],
  vague: [
    "info",
    "Cannot be followed or checked",
    "The line names nothing that somebody could check. Say what to do, or delete it.",
  ],
  "stale-path": [
    "warning",
    "Names a path that does not exist",
    "The line sends an agent to a file or folder that this repository does not have.",
  ],
  "stale-command": [
    "warning",
    "Names a command that does not exist",
    "The line tells an agent to run a script or target that nothing defines.",
  ],
  enforced: [
    "info",
    "A tool enforces it already",
    "A formatter, compiler or linter of this repository makes sure of it, so the line only costs tokens.",
  ],
  "wrong-key": [
    "warning",
    "Front matter that does not work",
    "The agent that reads this file ignores the key, or reads its value differently.",
  ],
  "hidden-characters": [
    "error",
    "Text that people do not see",
    "An agent reads characters or comments that nobody sees.",
  ],
  "too-long": [
    "warning",
    "Longer than its agent reads",
    "The agent reads only the beginning, or follows long files less.",
  ],
  "never-relevant": [
    "info",
    "No correction was about it",
    "Nothing that people corrected was about this line.",
  ],
  "not-followed": ["info", "Corrected all the same", "People had to correct what this line already says."],
} as const satisfies Record<string, readonly [LintSeverity, string, string]>;

export type LintKind = keyof typeof LINT_KINDS;
export const LINT_SEVERITIES = ["error", "warning", "info"] as const;
export type LintSeverity = (typeof LINT_SEVERITIES)[number];

export interface LintFinding {
  readonly kind: LintKind;
  readonly severity: LintSeverity;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  /** What is wrong, and what to do. */
  readonly message: string;
  /** What it is about, which stays the same when lines move. */
  readonly subject: string;
  /** A change that is certainly right. */
  readonly fix?: LintFix;
}

/** Replaces some lines of a file by others, or by none. */
export interface LintFix {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
  /** Why, for people. */
  readonly reason: string;
}

export const lintFinding = (
  kind: LintKind,
  place: Pick<LintFinding, "file" | "line"> & { readonly endLine?: number },
  { message, subject, severity = LINT_KINDS[kind][0], fix }: LintDetails,
): LintFinding => ({
  kind,
  severity,
  file: place.file,
  line: place.line,
  endLine: place.endLine ?? place.line,
  message,
  subject,
  ...(fix === undefined ? {} : { fix }),
});

interface LintDetails extends Pick<LintFinding, "message" | "subject"> {
  readonly severity?: LintSeverity;
  readonly fix?: LintFix | undefined;
}
