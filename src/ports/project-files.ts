import type { ChangedFile } from "../core/change/changed-file.ts";

/**
 * The project's files. Paths are relative to its root, with slashes. A path that leaves the root, by name or link,
 * or leads into git's folder is rejected.
 */
export interface ProjectFiles {
  /** What exists at a path. Links are followed. */
  kindOf(path: string): Promise<"file" | "folder" | undefined>;
  /** Refuses files that are not UTF-8, because they could not be written back unchanged. */
  read(path: string): Promise<ProjectFile | undefined>;
  /** File names in a folder, sorted; empty if there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
  /**
   * Writes atomically, keeping the file's mode and creating folders as needed. `before` is the text that was read,
   * or null for no file; the write is refused if the file has changed since. A new file may be a program.
   */
  write(
    path: string,
    text: string,
    before: string | null,
    options?: { readonly executable?: true },
  ): Promise<void>;
  /** Removes a file if it is unchanged, and its folder if that is empty and named `emend-…`. */
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
   * Files that differ over a range such as `main...HEAD`, or between a commit and the working tree. Paths are
   * relative to the repository root, whatever the current folder. Untracked files are not included.
   */
  changedFiles(range: string): Promise<readonly ChangedFile[]>;

  /** The same change as a unified diff. */
  diff(range: string): Promise<string>;

  /**
   * Line counts of files at the end of a range, or in the working tree without one. Paths are relative to the
   * root. Untracked and binary files are omitted.
   */
  lineCounts(paths: readonly string[], range?: string): Promise<ReadonlyMap<string, number>>;
}
