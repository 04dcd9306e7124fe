import type { ChangeStatus } from "../diff/parse-diff.ts";
import { type ChangedFile, mergeChangedFiles } from "./changed-file.ts";

/** The files in the output of `git diff --name-status -z`; reading stops at the first field that does not fit. */
export function parseNameStatusZ(text: string): ChangedFile[] {
  return mergeChangedFiles(readNameStatusZ(text).files);
}

/** As above, and whether all of the text was read. */
export function readNameStatusZ(text: string): { readonly files: ChangedFile[]; readonly whole: boolean } {
  const fields = text.split("\0");
  if (fields.at(-1) === "") fields.pop();
  const files: ChangedFile[] = [];
  let i = 0;
  while (i < fields.length) {
    const status = readStatus(fields[i]!);
    if (status === undefined) return { files, whole: false };
    const width = status === "renamed" || status === "copied" ? 2 : 1;
    const names = fields.slice(i + 1, i + 1 + width);
    if (names.length < width || names.includes("")) return { files, whole: false };
    files.push(toChangedFile(status, names));
    i += 1 + width;
  }
  return { files, whole: true };
}

/** Builds a file from its status and one name, or the old and the new one. */
export function toChangedFile(status: ChangeStatus, names: readonly string[]): ChangedFile {
  const path = names.at(-1)!;
  return names.length === 2 ? { path, previousPath: names[0]!, status } : { path, status };
}

/** Type changes, unmerged and broken pairs are edits as far as a review is concerned. */
const STATUS_OF: Readonly<Record<string, ChangeStatus>> = {
  A: "added",
  B: "modified",
  C: "copied",
  D: "deleted",
  M: "modified",
  R: "renamed",
  T: "modified",
  U: "modified",
  X: "modified",
};

/** Reads `M` or `R087`. */
export function readStatus(word: string): ChangeStatus | undefined {
  return /^[ABCDMRTUX]\d{0,3}$/.test(word) ? STATUS_OF[word[0]!] : undefined;
}
