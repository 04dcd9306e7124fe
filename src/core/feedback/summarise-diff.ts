import { type FileLine, readFileLine, sharedPath, withoutUsualPrefix } from "../change/diff-names.ts";
import { type HunkLines, isHunkOpen, readHunkHeader, takeHunkLine } from "../change/hunk-lines.ts";
import { textLines } from "../text/text-lines.ts";
import { clipText } from "../text/bounded-text.ts";
import { MAX_SUMMARY } from "./feedback.ts";

interface FileChange {
  readonly path: string;
  added: number;
  removed: number;
}

const MAX_FILES = 4;
const MAX_LINES = 4;
const MAX_LINE_LENGTH = 60;
const MAX_NAME_LENGTH = 80;

/**
 * What a unified diff changes, in one line: the files with their counts, then the first lines taken out
 * and put in. Text that is no diff is its own summary.
 */
export function summariseDiff(diff: string): string {
  const files: FileChange[] = [];
  const removed: string[] = [];
  const added: string[] = [];
  let hunk: HunkLines | undefined;
  let before: FileLine | undefined;
  for (const line of textLines(diff)) {
    if (hunk !== undefined && isHunkOpen(hunk) && takeHunkLine(hunk, line)) {
      const file = files.at(-1) ?? { path: "", added: 0, removed: 0 };
      if (files.length === 0) files.push(file);
      if (line[0] === "+") {
        file.added += 1;
        remember(added, line);
      } else if (line[0] === "-") {
        file.removed += 1;
        remember(removed, line);
      }
      continue;
    }
    hunk = readHunkHeader(line);
    if (line.startsWith("+++ ") && before !== undefined) {
      files.push({ path: pathOf(before, readFileLine(line.slice(4))), added: 0, removed: 0 });
    }
    before = line.startsWith("--- ") ? readFileLine(line.slice(4)) : undefined;
  }
  if (files.length === 0) return clipText(collapse(diff.slice(0, 4 * MAX_SUMMARY)), MAX_SUMMARY);
  return clipText(
    [filesText(files), gist("-", removed), gist("+", added)].filter(Boolean).join("; "),
    MAX_SUMMARY,
  );
}

function remember(lines: string[], line: string): void {
  if (lines.length >= MAX_LINES) return;
  const text = collapse(line.slice(1, 8 * MAX_LINE_LENGTH));
  if (text !== "") lines.push(clipText(text, MAX_LINE_LENGTH));
}

function pathOf(before: FileLine, after: FileLine): string {
  if (after.name === "/dev/null") return withoutUsualPrefix(before.name);
  if (before.name === "/dev/null") return withoutUsualPrefix(after.name);
  return sharedPath(before.name, after.name) ?? withoutUsualPrefix(after.name);
}

function filesText(files: readonly FileChange[]): string {
  const named = files
    .slice(0, MAX_FILES)
    .map(({ path, added, removed }) => `${clipText(path, MAX_NAME_LENGTH)} (+${added} -${removed})`.trim());
  const more = files.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more files`] : [])].join(", ");
}

const gist = (sign: string, lines: readonly string[]): string =>
  lines.length === 0 ? "" : `${sign} ${lines.join(" | ")}`;

const collapse = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
