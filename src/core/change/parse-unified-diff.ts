import { type ChangedFile, mergeChangedFiles } from "./changed-file.ts";
import {
  type FileLine,
  pathOfGitHeader,
  readFileLine,
  sharedPath,
  withoutUsualPrefix,
} from "./diff-names.ts";
import { type HunkLines, isHunkOpen, readHunkHeader, takeHunkLine } from "./hunk-lines.ts";
import { textLines } from "../text/text-lines.ts";
import { unquotePath } from "./quoted-path.ts";

/** What has been read about one file so far. */
interface Section {
  /** Git announced it; a plain diff has only the two file lines. */
  readonly git: boolean;
  readonly headerPath?: string;
  before?: FileLine;
  after?: FileLine;
  renameFrom?: string;
  renameTo?: string;
  copyFrom?: string;
  copyTo?: string;
  added?: boolean;
  deleted?: boolean;
}

/**
 * The files that a unified diff touches. Understands git's own diffs (renames, copies, binary and
 * mode-only changes, merges, quoted names, any prefix) and plain ones. Content lines are counted off by
 * their hunk's header, so content that looks like a header is content. Text that is no diff gives [].
 */
export function parseUnifiedDiff(text: string): ChangedFile[] {
  const files: ChangedFile[] = [];
  let section: Section | undefined;
  let hunk: HunkLines | undefined;
  let before: FileLine | undefined;

  const finish = (): void => {
    const file = section && toChangedFile(section);
    if (file !== undefined) files.push(file);
    section = undefined;
  };

  for (const line of textLines(text)) {
    if (hunk !== undefined && isHunkOpen(hunk) && takeHunkLine(hunk, line)) continue;
    hunk = undefined;

    if (line.startsWith("diff --")) {
      const opened = openSection(line);
      if (opened !== undefined) {
        finish();
        section = opened;
        before = undefined;
        continue;
      }
    }
    if (line.startsWith("+++ ") && before !== undefined) {
      // A second pair of file lines after one `diff` line belongs to a file of its own.
      if (section === undefined || section.after !== undefined) {
        finish();
        section = { git: false };
      }
      section.before = before;
      section.after = readFileLine(line.slice(4));
      before = undefined;
      continue;
    }
    before = line.startsWith("--- ") ? readFileLine(line.slice(4)) : undefined;
    if (section === undefined || before !== undefined) continue;
    hunk = readHunkHeader(line);
    if (hunk === undefined && section.git) readExtendedHeader(section, line);
  }
  finish();
  return mergeChangedFiles(files);
}

function openSection(line: string): Section | undefined {
  if (line.startsWith("diff --git ")) {
    const headerPath = pathOfGitHeader(line.slice(11));
    return headerPath === undefined ? { git: true } : { git: true, headerPath };
  }
  for (const start of ["diff --cc ", "diff --combined "]) {
    if (line.startsWith(start)) return { git: true, headerPath: unquotePath(line.slice(start.length)) };
  }
  return undefined;
}

function readExtendedHeader(section: Section, line: string): void {
  const rest = (start: string): string | undefined =>
    line.startsWith(start) ? unquotePath(line.slice(start.length)) : undefined;
  if (line.startsWith("new file mode ")) section.added = true;
  else if (line.startsWith("deleted file mode ")) section.deleted = true;
  else if (line.startsWith("rename from ")) section.renameFrom = rest("rename from ")!;
  else if (line.startsWith("rename to ")) section.renameTo = rest("rename to ")!;
  else if (line.startsWith("copy from ")) section.copyFrom = rest("copy from ")!;
  else if (line.startsWith("copy to ")) section.copyTo = rest("copy to ")!;
}

function toChangedFile(section: Section): ChangedFile | undefined {
  const { renameFrom, renameTo, copyFrom, copyTo } = section;
  if (renameFrom !== undefined && renameTo !== undefined) {
    return { path: renameTo, previousPath: renameFrom, status: "renamed" };
  }
  if (copyFrom !== undefined && copyTo !== undefined) {
    return { path: copyTo, previousPath: copyFrom, status: "copied" };
  }
  const path = section.headerPath ?? pathOfFileLines(section.before, section.after);
  if (path === undefined) return undefined;
  if (section.deleted === true || section.after?.missing === true) return { path, status: "deleted" };
  if (section.added === true || section.before?.missing === true) return { path, status: "added" };
  return { path, status: "modified" };
}

function pathOfFileLines(before: FileLine | undefined, after: FileLine | undefined): string | undefined {
  if (before === undefined || after === undefined) return undefined;
  const oldExists = before.name !== "/dev/null";
  const newExists = after.name !== "/dev/null";
  if (!oldExists && !newExists) return undefined;
  if (!newExists) return withoutUsualPrefix(before.name);
  if (!oldExists) return withoutUsualPrefix(after.name);
  // `x.orig` against `x` has no shared ending; the new name is the one that a reviewer sees.
  return sharedPath(before.name, after.name) ?? withoutUsualPrefix(after.name);
}
