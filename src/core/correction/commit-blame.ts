import { isDistinctive, lineKey } from "./commit-lines.ts";
import type { CommitFile, CommitHunk, PastCommit } from "./past-commit.ts";

/** A commit with what is known about who made it and why. */
export interface WrittenBy {
  readonly commit: PastCommit;
  readonly agent: string | undefined;
  readonly isBot: boolean;
  readonly time: number;
}

/** A hunk of an earlier commit. */
interface WrittenHunk<By> {
  readonly by: By;
  readonly hunk: CommitHunk;
}

/** This much of what a hunk removes must come from one commit. */
const MIN_SHARE = 0.8;
/** More lines of a file are not remembered. */
const MAX_LINES = 20_000;

/**
 * Who wrote which lines last, by their text. Commits are added oldest first. That is less exact than `git blame`, which
 * would have to run for each file of each commit.
 */
export class CommitBlame<By extends WrittenBy> {
  readonly #files = new Map<string, Map<string, WrittenHunk<By>>>();

  add(by: By): void {
    for (const file of by.commit.files) this.#addFile(by, file);
  }

  /** The commit that wrote what a hunk removes, if nearly all of it was written by one. */
  writerOf(file: CommitFile, { removed }: CommitHunk): By | undefined {
    const known = this.#files.get(file.previousPath ?? file.path);
    if (known === undefined) return undefined;
    const keys = removed.map(lineKey).filter(isDistinctive);
    const writers = new Map<By, number>();
    for (const key of keys) {
      const by = known.get(key)?.by;
      if (by !== undefined) writers.set(by, (writers.get(by) ?? 0) + 1);
    }
    for (const [by, count] of writers) if (count >= keys.length * MIN_SHARE) return by;
    return undefined;
  }

  /** The hunk that a hunk takes back, line by line. */
  invertedBy(file: CommitFile, { removed, added }: CommitHunk): WrittenHunk<By> | undefined {
    const first = removed.map(lineKey).find(isDistinctive);
    const written = first === undefined ? undefined : this.#files.get(file.path)?.get(first);
    if (written === undefined) return undefined;
    const { hunk } = written;
    return sameLines(hunk.added, removed) && sameLines(hunk.removed, added) ? written : undefined;
  }

  #addFile(by: By, file: CommitFile): void {
    if (file.status === "deleted") {
      this.#files.delete(file.path);
      return;
    }
    if (file.previousPath !== undefined) {
      const known = this.#files.get(file.previousPath);
      this.#files.delete(file.previousPath);
      if (known !== undefined) this.#files.set(file.path, known);
    }
    if (file.hunks.length === 0) return;
    const lines = this.#files.get(file.path) ?? new Map<string, WrittenHunk<By>>();
    this.#files.set(file.path, lines);
    for (const hunk of file.hunks) {
      for (const line of hunk.added) {
        const key = lineKey(line);
        if (isDistinctive(key) && lines.size < MAX_LINES) lines.set(key, { by, hunk });
      }
    }
  }
}

const sameLines = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, at) => lineKey(line) === lineKey(b[at]!));
