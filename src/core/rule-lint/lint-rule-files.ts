import { ignoreComments } from "../check/ignore-comments.ts";
import { renderRuleFile, type RuleFile } from "../rule-file/parse-rule-file.ts";
import { statementsOf } from "../rule-file/statements.ts";
import { type Enforcement, findEnforced } from "./enforced-lines.ts";
import { findHiddenText } from "./hidden-text.ts";
import { LINT_SEVERITIES, type LintFinding, type LintKind, type LintSeverity } from "./lint-finding.ts";
import type { ProjectCommands } from "./project-commands.ts";
import type { ProjectTree } from "./project-tree.ts";
import { findConflicts } from "./conflicting-lines.ts";
import { findDuplicates, type ReadRuleFile } from "./related-lines.ts";
import { findStaleCommands } from "./stale-commands.ts";
import { findStalePaths, type StalePath } from "./stale-paths.ts";
import { findTooLong } from "./too-long.ts";
import { findVagueLines } from "./vague-lines.ts";
import { findWrongKeys, type YamlProblem } from "./wrong-keys.ts";

export interface LintInput {
  readonly files: readonly RuleFile[];
  readonly tree: ProjectTree;
  readonly commands: ProjectCommands;
  readonly enforcement: Enforcement;
  readonly yamlProblem: YamlProblem;
}

export interface LintedRuleFiles {
  readonly findings: readonly LintFinding[];
  /** Findings unless git ignores one of their places. */
  readonly stalePaths: readonly StalePath[];
  readonly read: readonly ReadRuleFile[];
}

/** Everything that can be said about instruction files without knowing what git ignores. */
export function lintRuleFiles({
  files,
  tree,
  commands,
  enforcement,
  yamlProblem,
}: LintInput): LintedRuleFiles {
  const read = files.map((file) => ({ file, statements: statementsOf(file) }));
  return {
    read,
    stalePaths: files.flatMap((file) => findStalePaths(file, tree)),
    findings: [
      ...files.flatMap((file) => [
        ...findWrongKeys(file, yamlProblem),
        ...findHiddenText(file),
        ...findTooLong(file),
        // Skills are written for many projects.
        ...(file.format.name === "skill" ? [] : findStaleCommands(file, commands)),
      ]),
      ...read.flatMap(({ file, statements }) =>
        file.format.name === "skill" ? [] : findVagueLines(statements),
      ),
      ...findDuplicates(read.filter(({ file }) => file.format.name !== "skill")),
      ...findConflicts(read),
      ...findEnforced(read, enforcement),
    ],
  };
}

export interface KeptFindings {
  readonly findings: readonly LintFinding[];
  /** How many a comment in the file overrides. */
  readonly overridden: number;
}

/** What is left without the kinds to skip and without what comments override, by file and line. */
export function keepFindings(
  findings: readonly LintFinding[],
  files: readonly RuleFile[],
  skip: readonly LintKind[],
): KeptFindings {
  const wanted = findings.filter(({ kind }) => !skip.includes(kind));
  const comments = new Map(
    files.map((file) => [
      file.path,
      ignoreComments(renderRuleFile(file), undefined).filter(({ reason }) => reason !== ""),
    ]),
  );
  const kept = wanted.filter(
    ({ kind, file, line }) =>
      comments
        .get(file)
        ?.some(({ covers, only }) => covers === line && (only === undefined || only === kind)) !== true,
  );
  const order = new Map(files.map(({ path }, at) => [path, at]));
  return {
    findings: kept.toSorted((a, b) => (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0) || a.line - b.line),
    overridden: wanted.length - kept.length,
  };
}

/** Whether a finding is as severe as this, or more. */
export const isAtLeast = ({ severity }: Pick<LintFinding, "severity">, least: LintSeverity): boolean =>
  LINT_SEVERITIES.indexOf(severity) <= LINT_SEVERITIES.indexOf(least);
