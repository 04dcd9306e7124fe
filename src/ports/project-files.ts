import type { ChangedFile } from "../core/change/changed-file.ts";

/**
 * The files of the project that agents work in. Paths are relative to its root, with slashes; whatever leads out of
 * the root, by name or by a link, or into git's own folder, is refused.
 */
export interface ProjectFiles {
  /** What is there; a link counts as what it leads to. */
  kindOf(path: string): Promise<"file" | "folder" | undefined>;
  /** Refuses what is no UTF-8 text, since it could not be written back as it was. */
  read(path: string): Promise<ProjectFile | undefined>;
  /** The names of the files in a folder, in order; none where there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
  /**
   * Writes the whole file or nothing, keeping its mode, and making folders as needed. `before` is what was read, null
   * for no file: where somebody else wrote in between, it refuses.
   */
  write(path: string, text: string, before: string | null): Promise<void>;
  /** Removes a file that is still as it was read, and its folder where that is empty and named `emend-…`. */
  remove(path: string, before: string): Promise<void>;
}

export interface ProjectFile {
  readonly text: string;
  /** The same for two paths that lead to the same file. */
  readonly place: string;
}

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
