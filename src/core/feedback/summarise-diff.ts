import { type DiffFile, parseDiff } from "../diff/parse-diff.ts";
import { clipText } from "../text/bounded-text.ts";
import { MAX_SUMMARY } from "./feedback.ts";

const MAX_FILES = 4;
const MAX_LINES = 4;
const MAX_LINE_LENGTH = 60;
const MAX_NAME_LENGTH = 80;

/**
 * Summarises a unified diff in one line: the files with their counts, then the first removed and added lines. Text
 * that is not a diff is its own summary.
 */
export function summariseDiff(diff: string): string {
  const files = parseDiff(diff).filter(({ hunks }) => hunks.length > 0);
  if (files.length === 0) return clipText(collapse(diff.slice(0, 4 * MAX_SUMMARY)), MAX_SUMMARY);
  return clipText(
    [filesText(files), firstLines(files, "-"), firstLines(files, "+")].filter(Boolean).join("; "),
    MAX_SUMMARY,
  );
}

function filesText(files: readonly DiffFile[]): string {
  const named = files.slice(0, MAX_FILES).map((file) => {
    const [added, removed] = [count(file, "+"), count(file, "-")];
    return `${clipText(file.path, MAX_NAME_LENGTH)} (+${added} -${removed})`.trim();
  });
  const more = files.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more files`] : [])].join(", ");
}

const count = ({ hunks }: DiffFile, sign: "-" | "+"): number =>
  hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line[0] === sign).length, 0);

function firstLines(files: readonly DiffFile[], sign: "-" | "+"): string {
  const shown: string[] = [];
  for (const { hunks } of files) {
    for (const { lines } of hunks) {
      for (const line of lines) {
        if (line[0] !== sign) continue;
        const text = collapse(line.slice(1, 8 * MAX_LINE_LENGTH));
        if (text !== "") shown.push(clipText(text, MAX_LINE_LENGTH));
        if (shown.length === MAX_LINES) return `${sign} ${shown.join(" | ")}`;
      }
    }
  }
  return shown.length === 0 ? "" : `${sign} ${shown.join(" | ")}`;
}

const collapse = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
