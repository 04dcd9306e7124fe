import type { DiffFile } from "../diff/parse-diff.ts";
import type { LineRange } from "./check-file.ts";

/** The lines of a file that a diff adds, as lines of the file after the change. */
export function changedRanges({ hunks }: Pick<DiffFile, "hunks">): readonly LineRange[] {
  const ranges: { from: number; to: number }[] = [];
  for (const { newStart, lines, oldStarts } of hunks) {
    let line = newStart;
    for (const text of lines) {
      // A merge has a sign for each parent.
      const signs = new Set(text.slice(0, oldStarts.length));
      if (signs.has("-")) continue;
      if (signs.has("+")) {
        const last = ranges.at(-1);
        if (last?.to === line - 1) last.to = line;
        else ranges.push({ from: line, to: line });
      }
      line += 1;
    }
  }
  return ranges;
}
