import { textLines } from "../text/text-lines.ts";
import {
  type FileLine,
  pathOfGitHeader,
  readFileLine,
  sharedPath,
  withoutUsualPrefix,
} from "./diff-names.ts";
import { unquotePath } from "./quoted-path.ts";

export type ChangeStatus = "added" | "modified" | "deleted" | "renamed" | "copied";

/** One file of a diff; paths are relative to the repository's root and use `/`. */
export interface DiffFile {
  /** The name after the change; for a deleted file, the name it had. Empty if the diff names no file. */
  readonly path: string;
  /** Present for renamed and copied files only. */
  readonly previousPath?: string;
  readonly status: ChangeStatus;
  readonly hunks: readonly DiffHunk[];
}

export interface DiffHunk {
  /** The first line before the change, one for each parent: only a merge has several. */
  readonly oldStarts: readonly number[];
  readonly newStart: number;
  /** How many lines the header says there are after the change. */
  readonly newCount: number;
  /** The content lines with their signs, without `\ No newline at end of file`. */
  readonly lines: readonly string[];
}

/**
 * Parses git's own diffs (renames, copies, binary and mode-only changes, merges, quoted names, any prefix) and plain
 * unified ones. A hunk's header says how many content lines follow, so content that looks like a header is read as content.
 * Text that is not a diff gives [].
 */
export function parseDiff(text: string): readonly DiffFile[] {
  const sections: Section[] = [];
  let section: Section | undefined;
  let hunk: OpenHunk | undefined;
  let before: FileLine | undefined;
  const open = (opened: Section): Section => {
    sections.push(opened);
    return opened;
  };

  for (const line of textLines(text)) {
    if (hunk !== undefined && takeLine(hunk, line)) continue;
    hunk = undefined;
    const announced = readGitHeader(line);
    if (announced !== undefined) {
      section = open(announced);
      before = undefined;
    } else if (line.startsWith("+++ ") && before !== undefined) {
      // A second pair of file lines after one `diff` line belongs to a file of its own.
      if (section === undefined || section.after !== undefined || section.hunks.length > 0) {
        section = open({ git: false, hunks: [] });
      }
      section.before = before;
      section.after = readFileLine(line.slice(4));
      before = undefined;
    } else if (line.startsWith("--- ")) {
      before = readFileLine(line.slice(4));
    } else {
      before = undefined;
      hunk = readHunkHeader(line);
      if (hunk !== undefined) {
        section ??= open({ git: false, hunks: [] });
        section.hunks.push(hunk);
      } else if (section?.git === true) readExtendedHeader(section, line);
    }
  }
  return sections.flatMap((one) => toDiffFile(one) ?? []);
}

/** The lines that a diff removes and adds, with their signs. */
export const changedLines = (diff: string): readonly string[] =>
  parseDiff(diff)
    .flatMap(({ hunks }) => hunks)
    .flatMap(({ lines }) => lines)
    .filter((line) => line[0] === "-" || line[0] === "+");

/** What has been read about one file so far. */
interface Section {
  /** It started with a `diff` line; a plain diff has only the two file lines. */
  readonly git: boolean;
  readonly headerPath?: string;
  readonly hunks: OpenHunk[];
  before?: FileLine;
  after?: FileLine;
  renameFrom?: string;
  renameTo?: string;
  copyFrom?: string;
  copyTo?: string;
  added?: boolean;
  deleted?: boolean;
}

function readGitHeader(line: string): Section | undefined {
  if (!line.startsWith("diff --")) return undefined;
  if (line.startsWith("diff --git ")) {
    const headerPath = pathOfGitHeader(line.slice(11));
    return { git: true, hunks: [], ...(headerPath === undefined ? {} : { headerPath }) };
  }
  const start = ["diff --cc ", "diff --combined "].find((command) => line.startsWith(command));
  if (start === undefined) return undefined;
  return { git: true, hunks: [], headerPath: unquotePath(line.slice(start.length)) };
}

function readExtendedHeader(section: Section, line: string): void {
  const rest = (start: string): string => unquotePath(line.slice(start.length));
  if (line.startsWith("new file mode ")) section.added = true;
  else if (line.startsWith("deleted file mode ")) section.deleted = true;
  else if (line.startsWith("rename from ")) section.renameFrom = rest("rename from ");
  else if (line.startsWith("rename to ")) section.renameTo = rest("rename to ");
  else if (line.startsWith("copy from ")) section.copyFrom = rest("copy from ");
  else if (line.startsWith("copy to ")) section.copyTo = rest("copy to ");
}

function toDiffFile(section: Section): DiffFile | undefined {
  const { renameFrom, renameTo, copyFrom, copyTo, hunks } = section;
  if (renameFrom !== undefined && renameTo !== undefined) {
    return { path: renameTo, previousPath: renameFrom, status: "renamed", hunks };
  }
  if (copyFrom !== undefined && copyTo !== undefined) {
    return { path: copyTo, previousPath: copyFrom, status: "copied", hunks };
  }
  const path = section.headerPath ?? pathOfFileLines(section) ?? (hunks.length > 0 ? "" : undefined);
  if (path === undefined) return undefined;
  if (section.deleted === true || section.after?.missing === true) return { path, status: "deleted", hunks };
  if (section.added === true || section.before?.missing === true) return { path, status: "added", hunks };
  return { path, status: "modified", hunks };
}

function pathOfFileLines({ before, after }: Section): string | undefined {
  if (before === undefined || after === undefined) return undefined;
  const oldExists = before.name !== "/dev/null";
  const newExists = after.name !== "/dev/null";
  if (!oldExists && !newExists) return undefined;
  if (!newExists) return withoutUsualPrefix(before.name);
  if (!oldExists) return withoutUsualPrefix(after.name);
  // `x.orig` and `x` have no common ending; reviewers see the new name.
  return sharedPath(before.name, after.name) ?? withoutUsualPrefix(after.name);
}

interface OpenHunk extends DiffHunk {
  readonly lines: string[];
  /** How many lines are still to come: before the change for each parent, and after it. */
  readonly oldLeft: number[];
  newLeft: number;
}

/** Git itself refuses merges with more parents than this. */
const MAX_PARENTS = 64;

/** Reads `@@ -1,2 +1,3 @@`, or the `@@@ -1,2 -1,2 +1,3 @@@` of a merge, which has one old range for each parent. */
function readHunkHeader(line: string): OpenHunk | undefined {
  if (!line.startsWith("@@ -") && !line.startsWith("@@@")) return undefined;
  const words = line.split(" ", MAX_PARENTS + 2);
  const parents = words[0]!.length - 1;
  if (parents > MAX_PARENTS) return undefined;
  const old = words.slice(1, parents + 1).map((word) => readRange(word, "-"));
  const added = readRange(words[parents + 1], "+");
  if (added === undefined || !old.every((range) => range !== undefined)) return undefined;
  return {
    oldStarts: old.map(({ start }) => start),
    newStart: added.start,
    newCount: added.count,
    lines: [],
    oldLeft: old.map(({ count }) => count),
    newLeft: added.count,
  };
}

function readRange(word: string | undefined, sign: "-" | "+"): { start: number; count: number } | undefined {
  if (word?.[0] !== sign) return undefined;
  const match = /^(\d{1,15})(?:,(\d{1,15}))?$/.exec(word.slice(1));
  if (match === null) return undefined;
  return { start: Number(match[1]), count: match[2] === undefined ? 1 : Number(match[2]) };
}

/**
 * Adds one content line to the hunk; false if the hunk is full or the line cannot be content, so that a hunk that
 * promises too many lines does not swallow the next file's header.
 */
function takeLine(hunk: OpenHunk, line: string): boolean {
  const { oldLeft, lines } = hunk;
  if (hunk.newLeft <= 0 && !oldLeft.some((left) => left > 0)) return false;
  if (line[0] === "\\") return true;
  const parents = oldLeft.length;
  let removed = false;
  for (let i = 0; i < parents; i += 1) {
    const mark = line[i];
    // Editors trim trailing blanks, so an empty line is read as an empty context line.
    if (mark === undefined) break;
    if (mark !== " " && mark !== "+" && mark !== "-") return false;
    if (mark === "-") removed = true;
  }
  if (!removed) hunk.newLeft -= 1;
  for (let i = 0; i < parents; i += 1) {
    if ((line[i] ?? " ") === (removed ? "-" : " ")) oldLeft[i]! -= 1;
  }
  lines.push(line);
  return true;
}
