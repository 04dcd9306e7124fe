/** One repository on this machine. Reading it runs nothing that the repository names. */
export interface CommitLookup {
  /** Undefined if there is no such commit, or no repository. */
  find(revision: string): Promise<FoundCommit | undefined>;
  /**
   * The full ids of commits with these shortened ids that were committed in this time; without names, the newest one that
   * HEAD leads to.
   */
  committed(query: CommittedQuery): Promise<readonly string[]>;
  /** Who last changed each line of a file; undefined if the commit has no such file. At most 5,000 lines. */
  blame(query: BlameQuery): Promise<readonly BlamedLine[] | undefined>;
  /** Commits after this one whose message says that they revert it, newest first; at most 20. */
  reverts(commit: string): Promise<readonly RevertingCommit[]>;
  /** Adds a paragraph to the commit's note in refs/notes/emend. */
  addNote(commit: string, line: string): Promise<void>;
}

export interface FoundCommit {
  readonly id: string;
  readonly author: string;
  readonly authored_at: string;
  readonly committed_at: string;
  readonly subject: string;
  readonly parents: number;
  /** At most 1,000. */
  readonly files: readonly string[];
  /** From refs/notes/emend, which anybody with the repository can write; at most 64 KiB. */
  readonly note?: string;
}

export interface CommittedQuery {
  readonly names: readonly string[];
  /** ISO 8601, both included. */
  readonly from: string;
  readonly until: string;
}

export interface BlameQuery {
  /** The work tree if absent. */
  readonly revision?: string;
  readonly path: string;
  readonly line?: number;
}

export interface BlamedLine {
  readonly line: number;
  readonly text: string;
  /** Absent if the line is not committed yet. */
  readonly commit?: string;
  readonly author?: string;
  readonly time?: string;
}

export interface RevertingCommit {
  readonly id: string;
  readonly author: string;
  readonly committed_at: string;
  readonly subject: string;
}
