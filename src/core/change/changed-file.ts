import { type DiffFile, parseDiff } from "../diff/parse-diff.ts";

/** One file that a change touches. */
export type ChangedFile = Omit<DiffFile, "hunks">;

/** The files that a unified diff touches; [] for text that is not a diff. */
export const changedFiles = (diff: string): ChangedFile[] =>
  mergeChangedFiles(parseDiff(diff).map(({ hunks: _hunks, ...file }) => file));

/**
 * One entry per path, in order of appearance. A later entry replaces an earlier one unless it only says "modified": a
 * file that a series of patches adds and then edits is still an added file.
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
