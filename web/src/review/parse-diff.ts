interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
  readonly isUnended: boolean;
}

export interface Hunk {
  /** Counted over all files; edits refer to hunks by this index. */
  readonly index: number;
  /** Line range in the diff, header included. */
  readonly from: number;
  readonly to: number;
  readonly beforeStart: number;
  readonly afterStart: number;
  readonly section: string;
  readonly lines: readonly DiffLine[];
}

export interface DiffFile {
  readonly path: string;
  readonly notes: readonly string[];
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
}

export interface Diff {
  readonly lines: readonly string[];
  readonly files: readonly DiffFile[];
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@(.*)$/;

interface OpenFile {
  path: string;
  notes: string[];
  hunks: Hunk[];
}

/**
 * Line counts in hunk headers are ignored, because agents get them wrong. Undefined if the text has neither hunks nor
 * files.
 */
export function parseDiff(text: string): Diff | undefined {
  const lines = text.split("\n");
  const files: OpenFile[] = [];
  let file: OpenFile | undefined;
  let index = 0;
  const open = (path: string): OpenFile => {
    file = { path, notes: [], hunks: [] };
    files.push(file);
    return file;
  };
  for (let at = 0; at < lines.length;) {
    const line = bare(lines[at]!);
    const header = HUNK.exec(line);
    if (header !== null) {
      const hunk = readHunk(lines, at, header, index);
      (file ?? open("")).hunks.push(hunk);
      index += 1;
      at = hunk.to;
    } else if (line.startsWith("diff --git ")) {
      open(gitPath(line));
      at += 1;
    } else if (isFileHeader(lines, at)) {
      const after = pathOf(line.slice(4));
      const path = pathOf(bare(lines[at + 1]!).slice(4)) ?? after ?? "";
      if (file === undefined || file.hunks.length > 0 || file.notes.some(isWhole)) open(path);
      else file.path = path;
      at += 2;
    } else {
      if (file !== undefined && isNote(line)) file.notes.push(line);
      at += 1;
    }
  }
  if (files.length === 0) return undefined;
  return { lines, files: files.map(closed) };
}

const bare = (line: string): string => (line.endsWith("\r") ? line.slice(0, -1) : line);

const isFileHeader = (lines: readonly string[], at: number): boolean =>
  lines[at]!.startsWith("--- ") && lines[at + 1]?.startsWith("+++ ") === true;

const NOTES = [
  "new file",
  "deleted file",
  "rename ",
  "copy ",
  "similarity ",
  "old mode",
  "new mode",
  "Binary ",
];
const isNote = (line: string): boolean => NOTES.some((note) => line.startsWith(note));

const isWhole = (note: string): boolean => note.startsWith("Binary ");

function pathOf(written: string): string | undefined {
  const tab = written.indexOf("\t");
  const path = (tab === -1 ? written : written.slice(0, tab)).trim();
  if (path === "/dev/null") return undefined;
  return path.startsWith("a/") || path.startsWith("b/") ? path.slice(2) : path;
}

/** `diff --git a/x b/x`: the second name is what the file is called now. */
function gitPath(line: string): string {
  const at = line.lastIndexOf(" b/");
  return at === -1 ? line.slice("diff --git ".length) : line.slice(at + 3);
}

function readHunk(lines: readonly string[], from: number, header: RegExpExecArray, index: number): Hunk {
  const beforeStart = Number(header[1]);
  const afterStart = Number(header[2]);
  const read: DiffLine[] = [];
  let before = beforeStart;
  let after = afterStart;
  let at = from + 1;
  for (; at < lines.length; at += 1) {
    const line = bare(lines[at]!);
    if (line.startsWith("\\")) {
      const last = read.pop();
      if (last !== undefined) read.push({ ...last, isUnended: true });
      continue;
    }
    // Editors strip trailing blanks, so an empty line inside a hunk is context; the end of the text is not.
    const sign = line === "" && at < lines.length - 1 ? " " : line[0];
    if (sign === undefined || isFileHeader(lines, at)) break;
    const text = line.slice(1);
    if (sign === "+") read.push({ kind: "added", text, before: null, after, isUnended: false });
    else if (sign === "-") read.push({ kind: "removed", text, before, after: null, isUnended: false });
    else if (sign === " ") read.push({ kind: "same", text, before, after, isUnended: false });
    else break;
    if (sign !== "+") before += 1;
    if (sign !== "-") after += 1;
  }
  return { index, from, to: at, beforeStart, afterStart, section: header[3]!.trim(), lines: read };
}

function closed({ path, notes, hunks }: OpenFile): DiffFile {
  const count = (kind: DiffLine["kind"]): number =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.kind === kind).length, 0);
  return { path, notes, hunks, added: count("added"), removed: count("removed") };
}
