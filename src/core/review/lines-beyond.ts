import type { Diagnostic, Finding, IndexedFinding } from "./review.ts";
import { quoted } from "./render-text.ts";
import { identity } from "./validate-finding.ts";

/** Whether a finding is beyond the last line of its file, if that is known. */
export function isBeyondFile(
  { file, line, end_line: last }: Finding,
  lineCounts: ReadonlyMap<string, number>,
): boolean {
  const count = lineCounts.get(file);
  return count !== undefined && Math.max(line, last ?? line) > count;
}

/** Warns about findings beyond the end of their file. They are kept, because they may be true of another line. */
export function reportLinesBeyond(
  findings: readonly IndexedFinding[],
  lineCounts: ReadonlyMap<string, number>,
  diagnostics: Diagnostic[],
): void {
  for (const { finding, index } of findings) {
    if (!isBeyondFile(finding, lineCounts)) continue;
    const count = lineCounts.get(finding.file)!;
    const field = finding.line > count ? "line" : "end_line";
    diagnostics.push({
      kind: "warning",
      reason: "line_beyond_file",
      message: `${field} ${finding[field]} is beyond the end of ${quoted(finding.file)}, which has ${count} line${count === 1 ? "" : "s"}`,
      index,
      ...identity({ ...finding }),
      path: `findings[${index}].${field}`,
      from: finding[field],
    });
  }
}
