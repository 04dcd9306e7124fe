import type { LeftOutFile, PastCommit } from "../core/correction/past-commit.ts";

/** The commits of a repository. Reading them changes nothing and runs nothing that the repository names. */
export interface CommitHistory {
  /** How many commits `read` would read, and from when. Undefined for a folder that is not a repository. */
  survey(root: string): Promise<RepositorySurvey | undefined>;
  /** Throws an `ExternalError` if the folder is not a repository, or git fails before the first commit. */
  read(query: CommitQuery): Promise<ReadHistory>;
  /**
   * Files as commits left them, in the order asked for. What is missing, is no text or is larger than source code has no
   * text. Throws an `ExternalError` if the repository is damaged.
   */
  files<Asked extends PastFile>(
    root: string,
    wanted: Iterable<Asked>,
  ): AsyncIterable<{ readonly asked: Asked; readonly text: string | undefined }>;
}

/** A repository whose past is read. */
export interface PastRepository {
  readonly history: CommitHistory;
  /** Its folder. */
  readonly root: string;
}

/** A file at a commit. */
export interface PastFile {
  readonly sha: string;
  readonly path: string;
}

export interface RepositorySurvey {
  readonly commits: number;
  /** As dates. Absent without commits. */
  readonly first?: string;
  readonly last?: string;
}

export interface CommitQuery {
  /** The repository's folder: a work tree, a linked one, or a bare repository. */
  readonly root: string;
  /** ISO 8601. Older commits are not read. */
  readonly since?: string;
  /** The newest commits are read, 5,000 by default. */
  readonly most?: number;
  /** How many of the newest commits to leave out. */
  readonly skip?: number;
  readonly onProgress?: (progress: { readonly commits: number; readonly of: number }) => void;
}

export interface ReadHistory {
  /** Newest first, those that HEAD leads to. */
  readonly commits: readonly PastCommit[];
  /** Files of commits whose lines were not read, by the reason. */
  readonly leftOut: Readonly<Record<LeftOutFile, number>>;
  /** Why older commits were not read. Absent if all were, or all since the date. */
  readonly stopped?: StoppedReading;
  /** The repository was cloned without its older commits. */
  readonly isShallow: boolean;
}

export type StoppedReading =
  /** As many commits as asked for. */
  | "most"
  /** The diffs are as large as memory allows. */
  | "size"
  | "time"
  /** An object is damaged, or missing from a partial clone. */
  | "damaged";
