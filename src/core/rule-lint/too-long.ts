import type { RuleFile } from "../rule-file/parse-rule-file.ts";
import { renderRuleFile } from "../rule-file/parse-rule-file.ts";
import type { RuleFormatName } from "../rule-file/formats.ts";
import { utf8Length } from "../text/utf8-length.ts";
import { lintFinding, type LintFinding, type LintSeverity } from "./lint-finding.ts";

interface Limit {
  readonly most: number;
  readonly unit: string;
  readonly severity: LintSeverity;
  readonly measure: (file: RuleFile) => number;
  /** What happens to a longer file. */
  readonly why: string;
}

const characters = (file: RuleFile): number => renderRuleFile(file).length;
const bodyLines = ({ lines }: RuleFile): number => lines.filter(({ kind }) => kind !== "front").length;

const AGENTS: Limit = {
  most: 32 * 1024,
  unit: "bytes",
  severity: "warning",
  measure: (file) => utf8Length(renderRuleFile(file)),
  why: "Codex reads 32 KiB of AGENTS.md and drops the rest",
};
const CLAUDE: Limit = {
  most: 200,
  unit: "lines",
  severity: "info",
  measure: bodyLines,
  why: "Claude follows long files less; its documentation advises at most 200 lines",
};
const CURSOR: Limit = {
  most: 500,
  unit: "lines",
  severity: "info",
  measure: bodyLines,
  why: "Cursor advises at most 500 lines for a rule",
};
const COPILOT: Limit = {
  most: 4_000,
  unit: "characters",
  severity: "warning",
  measure: characters,
  why: "Copilot's code review reads the first 4,000 characters of a file",
};
const WINDSURF: Limit = {
  most: 12_000,
  unit: "characters",
  severity: "warning",
  measure: characters,
  why: "Windsurf reads the first 12,000 characters of a rule",
};

const LIMITS: Readonly<Partial<Record<RuleFormatName, Limit>>> = {
  agents: AGENTS,
  claude: CLAUDE,
  "claude-rules": CLAUDE,
  cursor: CURSOR,
  copilot: COPILOT,
  "copilot-paths": COPILOT,
  windsurf: WINDSURF,
  "windsurf-legacy": WINDSURF,
  skill: { ...CURSOR, why: "a skill's body stays under 500 lines; move details to files that it names" },
};

/** Files that are longer than their agent reads. */
export function findTooLong(file: RuleFile): readonly LintFinding[] {
  const limit = LIMITS[file.format.name];
  const length = limit?.measure(file) ?? 0;
  if (limit === undefined || length <= limit.most) return [];
  const number = (value: number): string => value.toLocaleString("en-US");
  const message = `The file has ${number(length)} ${limit.unit}: ${limit.why}. Delete what no agent needs, or move parts to files of their own.`;
  return [
    lintFinding(
      "too-long",
      { file: file.path, line: 1 },
      { message, subject: "length", severity: limit.severity },
    ),
  ];
}
