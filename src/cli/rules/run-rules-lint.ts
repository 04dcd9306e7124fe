import { existsSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { compareWithCorrections, LEAST_CORRECTIONS } from "../../app/rule-file/compare-with-corrections.ts";
import { lintRules } from "../../app/rule-file/lint-rules.ts";
import { openLinterMappings, openYaml, type Drivers } from "../../compose/drivers.ts";
import { fileDiff } from "../../core/diff/unified-diff.ts";
import { fixRuleFile, type FixedRuleFile } from "../../core/rule-lint/fix-rule-file.ts";
import { LINT_KINDS, type LintFinding, type LintKind } from "../../core/rule-lint/lint-finding.ts";
import { isAtLeast, keepFindings } from "../../core/rule-lint/lint-rule-files.ts";
import type { ReadRuleFile } from "../../core/rule-lint/related-lines.ts";
import { costOfRules } from "../../core/rule-lint/rule-cost.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { driversOf } from "../open/drivers-of.ts";
import { catalogueOf, hostOf, withEmend } from "../open/open-emend.ts";
import { parseWholeNumber } from "../options/parse-options.ts";
import { confirm } from "../terminal/prompter.ts";
import { formatCount } from "../terminal/plain-text.ts";
import { safeLine, safeText } from "../terminal/safe-text.ts";
import { type LintReport, renderLintReport } from "./render-lint-report.ts";
import type { RulesLintOptions } from "./rules-lint.ts";

export async function runRulesLint(
  paths: readonly string[],
  options: RulesLintOptions,
  context: CliContext,
): Promise<void> {
  const { io, finish } = context;
  const skip = (options.skip ?? []).map(parseKind);
  if (options.write === true && options.fix !== true)
    throw usageError("write_without_fix", "--write belongs to --fix");
  const drivers = await driversOf(io);
  const [source, project] = await Promise.all([drivers.openSourceFiles(), drivers.openProjectFiles()]);
  const linted = await lintRules({
    source,
    project,
    parseYaml: await openYaml(),
    entries: (await (await catalogueOf(io)).catalogue.entries()).map(({ entry }) => entry),
    mappings: await openLinterMappings(),
  })(paths);
  const history = await compareHistory(linted.read, skip, options, context);
  const { findings, overridden } = keepFindings(
    [...linted.findings, ...history.findings],
    linted.files,
    skip,
  );
  const fixed = options.fix === true ? linted.files.flatMap((file) => fixRuleFile(file, findings) ?? []) : [];
  const report: LintReport = {
    findings,
    overridden,
    files: linted.files.length,
    notices: linted.notices,
    history: history.note,
    cost: costOfRules(linted.read),
    sessions: await sessionsOf(options, drivers, source.root, io),
    fixes: findings.filter(({ fix }) => fix !== undefined).length,
  };
  const isFixing = options.fix === true && options.json !== true && options.format === "text";
  io.stdout.write(isFixing ? renderFixes(fixed) : renderLintReport(report, options, io));
  const isWritten = fixed.length > 0 && (await mayWrite(options, fixed, io));
  if (isWritten) {
    for (const { path, before, after } of fixed) await project.write(path, after, before);
    io.stderr.write(`emend: changed ${formatCount(fixed.length, "file")}\n`);
  }
  const left = isWritten ? findings.filter(({ fix }) => fix === undefined) : findings;
  if (isFixing) io.stderr.write(leftText(left));
  const { failOn } = options;
  finish(
    failOn !== "never" && left.some((finding) => isAtLeast(finding, failOn)) ? EXIT.problem : EXIT.success,
  );
}

function parseKind(kind: string): LintKind {
  if (Object.hasOwn(LINT_KINDS, kind)) return kind as LintKind;
  throw usageError(
    "invalid_option",
    `--skip: expected one of ${Object.keys(LINT_KINDS).join(", ")}, got ${JSON.stringify(kind.slice(0, 40))}`,
  );
}

async function mayWrite(
  { write, json, format }: RulesLintOptions,
  fixed: readonly FixedRuleFile[],
  io: CliIo,
): Promise<boolean> {
  if (write === true) return true;
  if (json === true || format !== "text" || io.stdin.isTTY !== true || io.stdout.isTTY !== true) return false;
  return confirm(io, `Change ${formatCount(fixed.length, "file")}? [y/N] `);
}

const renderFixes = (fixed: readonly FixedRuleFile[]): string =>
  fixed
    .map(({ path, before, after, changes }) => {
      const reasons = changes
        .map(({ line, reason }) => `# ${safeLine(path)}:${line}: ${safeLine(reason)}\n`)
        .join("");
      return reasons + safeText(fileDiff(path, before, after));
    })
    .join("\n");

function leftText(left: readonly LintFinding[]): string {
  const count = left.filter(({ fix }) => fix === undefined).length;
  return count === 0
    ? ""
    : `emend: ${formatCount(count, "finding")} ${count === 1 ? "needs" : "need"} a person: emend rules lint\n`;
}

/** Sessions a month if nothing else is known. */
const DEFAULT_SESSIONS = 100;
const MAX_SESSIONS = 10_000_000;
const MONTH_MS = 30 * 86_400_000;

async function sessionsOf(
  options: RulesLintOptions,
  drivers: Drivers,
  root: string,
  io: CliIo,
): Promise<LintReport["sessions"]> {
  if (options.sessions !== undefined)
    return {
      count: parseWholeNumber("--sessions", options.sessions, { most: MAX_SESSIONS }),
      from: "option",
    };
  const found = await (await drivers.openTranscripts()).find(root).catch(() => []);
  const since = io.now().getTime() - MONTH_MS;
  const count = found
    .flatMap(({ files }) => files)
    .filter(
      ({ path }) => isAbsolute(path) && (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since,
    ).length;
  return count > 0 ? { count, from: "transcripts" } : { count: DEFAULT_SESSIONS, from: "default" };
}

interface History {
  readonly findings: readonly LintFinding[];
  /** What people have to know about it. */
  readonly note: string | undefined;
}

const NO_HISTORY =
  "no corrections are recorded, so lines were not compared with them; see emend learn --record";

/** Compares the lines with the corrections in the store, if there is one. */
async function compareHistory(
  read: readonly ReadRuleFile[],
  skip: readonly LintKind[],
  { store }: RulesLintOptions,
  context: CliContext,
): Promise<History> {
  const { io } = context;
  if (skip.includes("never-relevant") && skip.includes("not-followed"))
    return { findings: [], note: undefined };
  if (store === undefined && !existsSync(join(io.cwd, ".emend", "emend.db")))
    return { findings: [], note: NO_HISTORY };
  return withEmend(store === undefined ? {} : { store }, context, async ({ corrections }) => {
    const { openEmbedderAndJudge } = await import("../../compose/learning.ts");
    const compared = await compareWithCorrections(await openEmbedderAndJudge(await hostOf(io)))(
      read,
      corrections,
    );
    const note =
      compared.corrections === 0
        ? NO_HISTORY
        : compared.corrections < LEAST_CORRECTIONS
          ? `only ${formatCount(compared.corrections, "correction")} ${compared.corrections === 1 ? "is" : "are"} recorded, too few to say which lines were never relevant`
          : undefined;
    return { findings: compared.findings, note };
  });
}
