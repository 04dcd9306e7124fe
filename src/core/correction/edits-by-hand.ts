import type { EditedFile } from "./learn-report.ts";
import type { PastCorrection } from "./past-correction.ts";

/** Shorter lines, such as a closing brace, are in every change. */
const MIN_LINE = 12;
const MAX_LINES = 200;

/** Edits without words that changed the same lines of a file as one of the corrections, by the position of their group. */
export function attachEdits(
  groups: readonly (readonly PastCorrection[])[],
  edits: readonly PastCorrection[],
): ReadonlyMap<number, readonly PastCorrection[]> {
  const lines = new Map<string, number>();
  for (const [at, members] of groups.entries()) {
    for (const member of members) for (const line of changedLinesOf(member)) lines.set(line, at);
  }
  const attached = new Map<number, PastCorrection[]>();
  for (const edit of edits) {
    const line = changedLinesOf(edit).find((each) => lines.has(each));
    if (line === undefined) continue;
    const at = lines.get(line)!;
    attached.set(at, [...(attached.get(at) ?? []), edit]);
  }
  return attached;
}

/** The files that were edited without a word, most often edited first. */
export function editedFiles(edits: readonly PastCorrection[]): readonly EditedFile[] {
  const byPath = Map.groupBy(
    edits.filter(({ path }) => path !== undefined),
    ({ path }) => path!,
  );
  return [...byPath]
    .map(([path, own]) => ({
      path,
      edits: own.toSorted((a, b) => (a.time ?? "").localeCompare(b.time ?? "")),
    }))
    .toSorted((a, b) => b.edits.length - a.edits.length || (a.path < b.path ? -1 : 1));
}

/** The telling lines of both sides, each with its path. */
function changedLinesOf({ path, before = "", after = "" }: PastCorrection): readonly string[] {
  if (path === undefined) return [];
  return `${before}\n${after}`
    .split("\n", MAX_LINES)
    .map((line) => line.trim())
    .filter(({ length }) => length >= MIN_LINE)
    .map((line) => `${path}\n${line}`);
}
