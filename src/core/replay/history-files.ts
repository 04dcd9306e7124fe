import type { LineRange } from "../check/check-file.ts";
import type { CommitHunk, PastCommit } from "../correction/past-commit.ts";

/** A file that a commit changed, with the lines that it added. */
export interface HistoryFile {
  readonly sha: string;
  readonly path: string;
  /** The position of the commit in the list. */
  readonly commit: number;
  readonly changed: readonly LineRange[];
  readonly added: number;
}

/** The files with new lines that a check reads, by commit. */
export function* historyFiles(
  commits: readonly PastCommit[],
  reads: (path: string) => boolean,
): Generator<HistoryFile> {
  for (const [commit, { sha, files }] of commits.entries()) {
    for (const { path, hunks } of files) {
      const changed = addedRanges(hunks);
      if (changed.length === 0 || !reads(path)) continue;
      const added = changed.reduce((sum, { from, to }) => sum + to - from + 1, 0);
      yield { sha, path, commit, changed, added };
    }
  }
}

const addedRanges = (hunks: readonly CommitHunk[]): readonly LineRange[] =>
  hunks.flatMap(({ newStart, added }) =>
    added.length === 0 ? [] : [{ from: newStart, to: newStart + added.length - 1 }],
  );
