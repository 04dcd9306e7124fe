import { readCommitMessage } from "../src/core/correction/commit-message.ts";
import { commitPerson } from "../src/core/correction/commit-person.ts";
import type { CommitFile, CommitHunk, PastCommit } from "../src/core/correction/past-commit.ts";

export interface CommitRow {
  /** Hours after the first commit. */
  readonly at?: number;
  readonly by?: string;
  readonly address?: string;
  readonly says?: string;
  /** What each file's hunks remove and add. */
  readonly files?: Readonly<Record<string, readonly (readonly [removed: string, added: string])[]>>;
  readonly parents?: readonly string[];
  readonly status?: CommitFile["status"];
}

export const START = Date.UTC(2026, 0, 5, 10);

/** A hash of 40 digits for the commit at a position. */
export const shaOf = (at: number): string => `${(at + 0xa0).toString(16)}${"c".repeat(40)}`.slice(0, 40);

/** Commits as `CommitHistory` returns them, newest first. Rows are oldest first. */
export function pastCommits(rows: readonly CommitRow[]): readonly PastCommit[] {
  return rows
    .map((row, at): PastCommit => {
      const by = row.by ?? "Ada";
      const person = commitPerson(by, row.address ?? `${by.split(" ", 1)[0]!.toLowerCase()}@example.com`);
      return {
        sha: shaOf(at),
        parents: row.parents ?? (at === 0 ? [] : [shaOf(at - 1)]),
        author: person,
        committer: person,
        time: new Date(START + (row.at ?? at) * 3_600_000).toISOString(),
        ...readCommitMessage(row.says ?? "Change the basket"),
        files: Object.entries(row.files ?? {}).map(([path, hunks]) =>
          fileOf(path, hunks.map(hunkOf), row.status),
        ),
      };
    })
    .toReversed();
}

const linesOf = (text: string): readonly string[] => (text === "" ? [] : text.split("\n"));

const hunkOf = ([removed, added]: readonly [string, string], at: number): CommitHunk => ({
  oldStart: at * 10 + 1,
  newStart: at * 10 + 1,
  removed: linesOf(removed),
  added: linesOf(added),
});

function fileOf(
  path: string,
  hunks: readonly CommitHunk[],
  status: CommitFile["status"] = "modified",
): CommitFile {
  const count = (side: "added" | "removed"): number =>
    hunks.reduce((sum, hunk) => sum + hunk[side].length, 0);
  return { path, status, added: count("added"), removed: count("removed"), hunks };
}
