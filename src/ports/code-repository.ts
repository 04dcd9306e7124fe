import type { ChangedFile } from "../core/change/changed-file.ts";

/** The repository whose changes are reviewed. */
export interface CodeRepository {
  /**
   * The files that differ over a range such as `main...HEAD`, or between one commit and the working
   * tree. Paths are relative to the repository's root, wherever the caller stands. Files that are not
   * tracked are no part of it.
   */
  changedFiles(range: string): Promise<readonly ChangedFile[]>;

  /** The same change as a unified diff. */
  diff(range: string): Promise<string>;

  /**
   * How many lines files have at the end of a range, or in the working tree if none is given. Paths are relative to the
   * root. Files that are not tracked there, and those that are no text, are left out.
   */
  lineCounts(paths: readonly string[], range?: string): Promise<ReadonlyMap<string, number>>;
}
