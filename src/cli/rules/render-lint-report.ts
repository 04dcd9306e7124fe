import type { RuleFileNotice } from "../../app/rule-file/read-rule-files.ts";
import { renderSarif } from "../../core/review/render-sarif.ts";
import type { Diagnostic } from "../../core/review/review.ts";
import { describeLintKind, lintAsReview } from "../../core/rule-lint/lint-as-review.ts";
import { LINT_SEVERITIES, type LintFinding, type LintSeverity } from "../../core/rule-lint/lint-finding.ts";
import { isAtLeast } from "../../core/rule-lint/lint-rule-files.ts";
import type { RuleCost } from "../../core/rule-lint/rule-cost.ts";
import type { CliIo } from "../cli-io.ts";
import { compact, formatCount, formatNumber, renderIndented, widthOf } from "../terminal/plain-text.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { type Paint, painter } from "../terminal/style.ts";
import { VERSION } from "../version.ts";
import type { RulesLintOptions } from "./rules-lint.ts";

export interface LintReport {
  readonly findings: readonly LintFinding[];
  /** Findings that comments override. */
  readonly overridden: number;
  /** How many files were read. */
  readonly files: number;
  readonly notices: readonly RuleFileNotice[];
  readonly history: string | undefined;
  readonly cost: RuleCost;
  readonly sessions: { readonly count: number; readonly from: "option" | "transcripts" | "default" };
  /** Findings that --fix changes. */
  readonly fixes: number;
}

export function renderLintReport(report: LintReport, options: RulesLintOptions, io: CliIo): string {
  if (options.json === true || options.format === "json") return toJson(toWire(report, options));
  if (options.format === "sarif")
    return toJson(
      renderSarif(lintAsReview(report.findings), {
        toolVersion: VERSION,
        upload: options.sarifUpload,
        diagnostics: report.notices.map(toDiagnostic),
        describe: describeLintKind,
      }),
    );
  return renderText(report, options, { paint: painter(io), width: widthOf(io) });
}

const toWire = (
  { findings, overridden, files, notices, history, cost, sessions }: LintReport,
  { failOn }: RulesLintOptions,
): unknown => ({
  files,
  findings: findings.map(({ kind, severity, file, line, endLine, message, fix }) => ({
    kind,
    severity,
    file,
    line,
    end_line: endLine,
    message,
    ...(fix === undefined
      ? {}
      : { fix: { from: fix.from, to: fix.to, lines: fix.lines, reason: fix.reason } }),
  })),
  overridden,
  notices,
  history: history ?? null,
  cost: {
    tokens_in_every_session: cost.always,
    sessions_a_month: sessions.count,
    sessions_from: sessions.from,
    tokens_a_month: cost.always * sessions.count,
    files: cost.files,
    lines: cost.lines,
  },
  verdict: {
    fail_on: failOn,
    passes: failOn === "never" || !findings.some((finding) => isAtLeast(finding, failOn)),
  },
});

const toDiagnostic = ({ code, path, message }: RuleFileNotice): Diagnostic => ({
  kind: "warning",
  reason: code,
  message,
  ...(path === "" ? {} : { file: path }),
});

const COLOUR = { error: "red", warning: "yellow", info: "cyan" } as const satisfies Record<
  LintSeverity,
  Parameters<Paint>[0]
>;

interface Look {
  readonly paint: Paint;
  readonly width: number;
}

function renderText(report: LintReport, options: RulesLintOptions, { paint, width }: Look): string {
  const { findings, files, overridden, notices, history, fixes } = report;
  const asides = compact([
    ...notices
      .filter(({ code }) => code !== "same_file")
      .map(({ path, message }) => (path === "" ? message : `${safeLine(path)}: ${safeLine(message)}`)),
    history,
  ]);
  const counts = LINT_SEVERITIES.map(
    (severity) => [severity, findings.filter((each) => each.severity === severity).length] as const,
  )
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => (severity === "info" ? `${count} info` : formatCount(count, severity)));
  const summary = compact([
    files === 0
      ? "no instruction file here: no AGENTS.md, CLAUDE.md, .cursor/rules or the like"
      : counts.length === 0
        ? `${paint("green", "no findings")} in ${formatCount(files, "file")}`
        : `${counts.join(", ")} in ${formatCount(files, "file")}`,
    overridden > 0 && `${overridden} overridden by comments`,
  ]).join("; ");
  return [
    ...findings.map((finding) => renderFinding(finding, { paint, width })),
    ...asides.map((aside) => `${paint("dim", `note: ${aside}`)}\n`),
    ...(findings.length + asides.length > 0 ? ["\n"] : []),
    `${summary}\n`,
    ...(files === 0 ? [] : [renderCost(report, options.cost === true)]),
    ...(fixes > 0
      ? [`To fix ${fixes === 1 ? "1 of them" : `${fixes} of them`}: emend rules lint --fix\n`]
      : []),
  ].join("");
}

const renderFinding = (
  { kind, severity, file, line, message }: LintFinding,
  { paint, width }: Look,
): string =>
  `${paint("underline", `${safeLine(file)}:${line}`)}  ${paint(COLOUR[severity], severity)}  ${kind}\n${renderIndented(message, width)}`;

const MAX_FILES = 10;
const MAX_LINES = 5;

function renderCost({ cost, sessions }: LintReport, isFull: boolean): string {
  const { count, from } = sessions;
  const where = {
    option: "",
    transcripts: ", as many as in the last 30 days",
    default: ", an assumption: set --sessions",
  }[from];
  const month = (tokens: number): string => formatNumber(tokens * count);
  const sum = `cost: ${formatNumber(cost.always)} tokens in every session, ${month(cost.always)} a month (${formatCount(count, "session")}${where})\n`;
  if (!isFull) return sum;
  const width = 9;
  return [
    sum,
    "\ntokens     file\n",
    ...cost.files
      .slice(0, MAX_FILES)
      .map(
        ({ file, tokens, loads }) =>
          `${formatNumber(tokens).padStart(width)}  ${safeLine(file)}${loads === "always" ? "" : "  (not in every session)"}\n`,
      ),
    "\ntokens     most expensive lines\n",
    ...cost.lines
      .slice(0, MAX_LINES)
      .map(
        ({ file, line, tokens }) => `${formatNumber(tokens).padStart(width)}  ${safeLine(file)}:${line}\n`,
      ),
  ].join("");
}
