export type ChangeStatus = "added" | "modified" | "deleted" | "renamed" | "copied";

/** One file that a change touches; paths are relative to the repository's root and use `/`. */
export interface ChangedFile {
  /** The name after the change; for a deleted file, the name it had. */
  readonly path: string;
  /** Present for renamed and copied files only. */
  readonly previousPath?: string;
  readonly status: ChangeStatus;
}

/**
 * One entry a path, in order of first sight. A later entry replaces an earlier one, unless it only says
 * "modified": a file added and then edited in one series of patches is still an added file.
 */
export function mergeChangedFiles(files: Iterable<ChangedFile>): ChangedFile[] {
  const byPath = new Map<string, ChangedFile>();
  for (const file of files) {
    if (file.path === "") continue;
    if (file.status === "modified" && byPath.has(file.path)) continue;
    byPath.set(file.path, file);
  }
  return [...byPath.values()];
}
