import type { LineRange } from "../core/check/check-file.ts";

/** A file to check, or why it cannot be read. */
export type SourceFile =
  | {
      readonly path: string;
      readonly text: string;
      /** The lines that a change touches; absent if all of the file is asked for. */
      readonly changed?: readonly LineRange[];
    }
  | { readonly path: string; readonly unread: "too_large" | "not_text" | "unreadable" };

/** The changes to check: a range such as `main...HEAD`, or what is staged. */
export type SourceChange = { readonly range: string } | "staged";

/**
 * The files of a project to check. Paths are relative to its root, with slashes. Links are not followed, so that nothing
 * outside is read.
 */
export interface SourceFiles {
  /** The project's folder. */
  readonly root: string;
  /**
   * Files at or below these paths, which are relative to the current folder. Files that git ignores are left out unless they
   * are named. Throws a `path_not_found` or `path_outside` for a path that cannot be used.
   */
  list(paths: readonly string[]): Promise<readonly string[]>;
  /** A file of the working tree. */
  read(path: string): SourceFile;
  /** The files that a change adds or modifies, as they are after it. */
  changed(change: SourceChange): Promise<readonly SourceFile[]>;
  /**
   * Which of these paths git ignores, whether they exist or not. A path that git cannot judge counts as ignored; outside of a
   * repository nothing is ignored.
   */
  ignored(paths: readonly string[]): Promise<ReadonlySet<string>>;
}
