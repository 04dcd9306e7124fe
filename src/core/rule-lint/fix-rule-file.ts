import { renderRuleFile, type RuleFile, type RuleFileLine } from "../rule-file/parse-rule-file.ts";
import type { LintFinding, LintFix } from "./lint-finding.ts";

export interface FixedRuleFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** What was changed and why, in the order of the file. */
  readonly changes: readonly { readonly line: number; readonly reason: string }[];
}

/** A file with all fixes of its findings; undefined without any. Other lines keep their bytes. */
export function fixRuleFile(file: RuleFile, findings: readonly LintFinding[]): FixedRuleFile | undefined {
  const fixes = separate(
    findings.flatMap(({ fix, file: path }) => (fix === undefined || path !== file.path ? [] : [fix])),
  );
  if (fixes.length === 0) return undefined;
  const lines: RuleFileLine[] = [];
  let at = 0;
  for (const { from, to, lines: texts } of fixes) {
    lines.push(...file.lines.slice(at, from - 1));
    const { end } = file.lines[from - 1]!;
    lines.push(
      ...texts.map((text) => ({ number: from, kind: "text" as const, text, end: end === "" ? "\n" : end })),
    );
    at = to;
  }
  lines.push(...file.lines.slice(at));
  const last = file.lines.at(-1)!;
  // A file without a line break at its end keeps that.
  const after = renderRuleFile({ lines });
  return {
    path: file.path,
    before: renderRuleFile(file),
    after: last.end === "" ? after.replace(/\r?\n$/, "") : after,
    changes: fixes.map(({ from, reason }) => ({ line: from, reason })),
  };
}

/** In order; of two that touch the same line, the first. */
function separate(fixes: readonly LintFix[]): readonly LintFix[] {
  const kept: LintFix[] = [];
  for (const fix of fixes.toSorted((a, b) => a.from - b.from || a.to - b.to))
    if (fix.from > (kept.at(-1)?.to ?? 0)) kept.push(fix);
  return kept;
}
