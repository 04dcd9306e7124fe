import type { ImportReadiness, UnknownKey } from "./import-readiness.ts";
import type { ImportRemark } from "./import-reading.ts";

const MAX_EXAMPLES = 3;
const MAX_MESSAGE = 300;

interface RemarkExample {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export interface RemarkCount {
  readonly count: number;
  readonly reasons: readonly {
    readonly reason: string;
    readonly count: number;
    readonly examples: readonly RemarkExample[];
  }[];
}

export interface FileOutcome {
  readonly file: string;
  /** `unchanged`: completely imported before. `stopped`: can be continued. */
  readonly state: "read" | "unchanged" | "stopped";
  /** The line at which an earlier import stopped. */
  readonly continued_at?: number;
}

/** The summary of an import, as `--json` prints it. */
export interface ImportTally {
  readonly read: number;
  readonly records: number;
  /** Both are null with `--dry-run`. */
  readonly new: number | null;
  readonly known: number | null;
  /** Records stored as conventions of the repository, and how many of them ask for something. */
  readonly conventions: { readonly records: number; readonly corrections: number };
  readonly skipped: RemarkCount;
  readonly left_out: RemarkCount;
  readonly changed: RemarkCount;
  /** The most frequent first. */
  readonly unknown_keys: readonly UnknownKey[];
  readonly rules: ImportReadiness;
  readonly files: readonly FileOutcome[];
  readonly dry_run: boolean;
  readonly interrupted: boolean;
}

type Reasons = Map<string, { count: number; examples: RemarkExample[] }>;

/** Counts remarks by reason, with the first examples of each. */
export function createRemarkLog(): {
  add(remark: ImportRemark, file: string, line: number): void;
  counts(): Readonly<Record<ImportRemark["kind"], RemarkCount>>;
} {
  const kinds: Readonly<Record<ImportRemark["kind"], Reasons>> = {
    skipped: new Map(),
    left_out: new Map(),
    changed: new Map(),
  };
  return {
    add: ({ kind, reason, message }, file, line) => {
      const known = kinds[kind].get(reason) ?? { count: 0, examples: [] };
      kinds[kind].set(reason, known);
      known.count += 1;
      if (known.examples.length >= MAX_EXAMPLES) return;
      known.examples.push({ file, line, message: message.slice(0, MAX_MESSAGE).toWellFormed() });
    },
    counts: () => ({
      skipped: toCount(kinds.skipped),
      left_out: toCount(kinds.left_out),
      changed: toCount(kinds.changed),
    }),
  };
}

function toCount(reasons: Reasons): RemarkCount {
  const list = [...reasons].map(([reason, { count, examples }]) => ({ reason, count, examples }));
  return {
    count: list.reduce((sum, { count }) => sum + count, 0),
    reasons: list.toSorted((a, b) => b.count - a.count),
  };
}
