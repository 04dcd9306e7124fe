import { type HunkLines, isHunkOpen, readHunkHeader, takeHunkLine } from "./hunk-lines.ts";

/**
 * The lines that the hunks of a unified diff take out and put in, with their sign. They are counted off by the hunk's
 * header, so content that looks like a header is content; text without a hunk has none.
 */
export function* changedLines(lines: Iterable<string>): Generator<string> {
  let hunk: HunkLines | undefined;
  for (const line of lines) {
    if (hunk !== undefined && isHunkOpen(hunk) && takeHunkLine(hunk, line)) {
      if (line[0] === "-" || line[0] === "+") yield line;
    } else hunk = readHunkHeader(line);
  }
}
