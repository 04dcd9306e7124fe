import {
  type FileLine,
  pathOfGitHeader,
  readFileLine,
  sharedPath,
  withoutUsualPrefix,
} from "./diff-names.ts";
import { type HunkLines, isHunkOpen, readHunkHeader, takeHunkLine } from "./hunk-lines.ts";
import { unquotePath } from "./quoted-path.ts";
import { textLines } from "../text/text-lines.ts";

/** Lines of the new file that one hunk shows, added or as context; both ends count. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * What a unified diff shows of each file after the change, by the paths that `parseUnifiedDiff` gives. A deleted file
 * has nothing there, and neither has a merge's combined diff, whose lines belong to several sides.
 */
export function rightSideLines(diff: string): ReadonlyMap<string, readonly LineSpan[]> {
  const spans = new Map<string, LineSpan[]>();
  let hunk: HunkLines | undefined;
  let before: FileLine | undefined;
  let named: string | undefined;
  let path: string | undefined;
  for (const line of textLines(diff)) {
    if (hunk !== undefined && isHunkOpen(hunk) && takeHunkLine(hunk, line)) continue;
    hunk = readHunkHeader(line);
    if (hunk !== undefined) {
      const span = path === undefined ? undefined : spanOf(line, hunk);
      if (path !== undefined && span !== undefined) add(spans, path, span);
    } else if (line.startsWith("diff --git ")) {
      named = pathOfGitHeader(line.slice(11));
      path = undefined;
    } else if (line.startsWith("rename to ") || line.startsWith("copy to ")) {
      named = unquotePath(line.slice(line.indexOf(" to ") + 4));
    } else if (line.startsWith("+++ ") && before !== undefined) {
      path = pathAfter(before, readFileLine(line.slice(4)), named);
      named = undefined;
    }
    before = line.startsWith("--- ") ? readFileLine(line.slice(4)) : undefined;
  }
  return spans;
}

function pathAfter(before: FileLine, after: FileLine, named: string | undefined): string | undefined {
  if (after.missing) return undefined;
  if (named !== undefined) return named;
  const shared = before.name === "/dev/null" ? undefined : sharedPath(before.name, after.name);
  return shared ?? withoutUsualPrefix(after.name);
}

function spanOf(header: string, { old, added }: HunkLines): LineSpan | undefined {
  const [, first] = /^@@ -[\d,]{1,31} \+(\d{1,15})/.exec(header) ?? [];
  if (first === undefined || old.length !== 1 || added === 0) return undefined;
  const start = Number(first);
  return { start, end: start + added - 1 };
}

function add(spans: Map<string, LineSpan[]>, path: string, span: LineSpan): void {
  const known = spans.get(path);
  if (known === undefined) spans.set(path, [span]);
  else known.push(span);
}
