/** A commit with its diff, as git recorded it. No e-mail addresses. */
export interface PastCommit {
  readonly sha: string;
  /** A merge has several, and no files. */
  readonly parents: readonly string[];
  readonly author: CommitPerson;
  readonly committer: CommitPerson;
  /** When it was written: ISO 8601 in UTC. A rebase keeps it. */
  readonly time: string;
  /** Without its trailers. */
  readonly message: string;
  /** From `Co-authored-by`. */
  readonly coAuthors: readonly CommitPerson[];
  /** The other trailers, last first. Keys are in lower case. */
  readonly trailers: readonly CommitTrailer[];
  readonly files: readonly CommitFile[];
}

export interface CommitTrailer {
  readonly key: string;
  readonly value: string;
}

export interface CommitPerson {
  readonly name: string;
  /** The same for the same address: a hash of it. */
  readonly id: string;
  /** On GitHub, if the address says so. */
  readonly login?: string;
  /** An agent's own address. */
  readonly agent?: string;
  /** A program that updates, formats or releases. */
  readonly bot?: true;
}

export interface CommitFile {
  readonly path: string;
  readonly previousPath?: string;
  readonly status: "added" | "modified" | "deleted" | "renamed";
  /** How many lines were added and removed, also if the hunks are left out. */
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly CommitHunk[];
  readonly leftOut?: LeftOutFile;
}

/** Why a file's hunks were not read. */
export const LEFT_OUT_FILES = ["binary", "lock", "generated", "vendored", "huge"] as const;
export type LeftOutFile = (typeof LEFT_OUT_FILES)[number];

/** A stretch that changed, without the lines around it. */
export interface CommitHunk {
  /** The first line that was removed, or the line before the new ones. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** A file with more changed lines than this is rewritten as a whole, which corrects nothing in particular. */
export const MAX_FILE_LINES = 2_000;
/** In UTF-16 code units. */
export const MAX_COMMIT_LINE = 1_000;
export const MAX_COMMIT_MESSAGE = 8_000;
