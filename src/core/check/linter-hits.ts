import { canonicalPath } from "../change/canonical-path.ts";
import type { LinterResult } from "../linter/linter-result.ts";
import { appliesTo, type ActiveCheck } from "./active-check.ts";
import { locate, overrides, type FileHit, type LineRange } from "./check-file.ts";
import { ignoreComments, lineStarts } from "./ignore-comments.ts";

/** A file that a linter may have reported. */
export interface LintedFile {
  /** Relative to the repository. */
  readonly path: string;
  readonly text: string;
  readonly changed?: readonly LineRange[];
}

export interface LinterHits {
  readonly hits: readonly FileHit[];
  /** Checks of the linters whose reports were given, with the number of files that these name. */
  readonly ran: readonly { readonly check_id: string; readonly files: number }[];
  /** Results of the checks' rules in other files, or on lines that the files do not have. */
  readonly passedOver: number;
}

/** More hits of one check in one file say nothing new. */
const MOST_HITS = 100;

/** What linters reported, as hits of the checks that name their rules. `root` is the repository's folder. */
export function linterHits(
  results: readonly LinterResult[],
  checks: readonly ActiveCheck[],
  { files, root }: { readonly files: readonly LintedFile[]; readonly root: string },
): LinterHits {
  const byPath = new Map(files.map((file) => [file.path, readFile(file)]));
  const placed = results.map((result) => ({ ...result, path: pathIn(root, result.path) }));
  const hits: FileHit[] = [];
  const ran: { check_id: string; files: number }[] = [];
  let passedOver = 0;
  for (const active of checks) {
    const { check } = active;
    if (check.kind !== "lint") continue;
    const tools = new Set(check.linters.map(({ tool }) => tool));
    const read = new Set(placed.filter(({ tool }) => tools.has(tool)).map(({ path }) => path));
    if (read.size > 0) ran.push({ check_id: active.check_id, files: read.size });
    const own = placed.filter(
      ({ tool, rule, path }) =>
        check.linters.some((linter) => linter.tool === tool && isRule(rule, linter.rule)) &&
        appliesTo(active, path ?? ""),
    );
    const seen = new Map<string, number>();
    for (const { path, line } of own) {
      const file = byPath.get(path ?? "");
      if (file === undefined || line > file.starts.length) {
        passedOver += 1;
        continue;
      }
      if (file.changed?.every(({ from, to }) => line < from || line > to) === true) continue;
      // Two linters may report the same line.
      if (seen.has(`${file.path} ${line}`)) continue;
      const count = (seen.get(file.path) ?? 0) + 1;
      seen.set(`${file.path} ${line}`, 1).set(file.path, count);
      if (count <= MOST_HITS) hits.push(hitAt(active, file, line));
    }
  }
  return { hits, ran, passedOver };
}

/** Some linters add to the name of a rule what it found. */
const isRule = (reported: string, rule: string): boolean =>
  reported === rule || reported.startsWith(`${rule}.`);

function pathIn(root: string, path: string): string | undefined {
  const base = root.replaceAll("\\", "/").replace(/\/+$/u, "");
  if (path.startsWith(`${base}/`)) return canonicalPath(path.slice(base.length + 1));
  return path.startsWith("/") ? undefined : canonicalPath(path);
}

const readFile = (file: LintedFile) => ({
  ...file,
  starts: lineStarts(file.text),
  comments: ignoreComments(file.text, undefined),
});

function hitAt(
  active: ActiveCheck,
  { path, text, starts, comments }: ReturnType<typeof readFile>,
  line: number,
): FileHit {
  const from = starts[line - 1]!;
  const whole = text.slice(from, starts[line] ?? text.length).trimEnd();
  const start = from + whole.length - whole.trimStart().length;
  const place = { line, start, end: from + whole.length };
  const ignored = comments.find((comment) => overrides(comment, active, place))?.reason;
  return {
    ...locate(place, text, starts),
    check: active,
    path,
    ...(ignored === undefined ? {} : { ignored }),
  };
}
