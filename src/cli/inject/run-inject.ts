import { defined } from "../../core/defined.ts";
import { injectRules, type InjectReport } from "../../app/inject/inject-rules.ts";
import { changeKindOf, type TargetWithheld } from "../../core/inject/planned-file.ts";
import { isTargetName, TARGET_NAMES, type TargetName } from "../../core/inject/targets.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "../open/config-of.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { InjectOptions } from "./inject.ts";
import { INJECT_PORTS, type InjectPorts, NO_RULES } from "./inject-ports.ts";
import { painter, type Paint } from "../terminal/style.ts";
import { fileDiff } from "../../core/diff/unified-diff.ts";
import { safeLine, safeText, toJson } from "../terminal/safe-text.ts";
import { formatCount } from "../terminal/plain-text.ts";

const renderDiffs = ({ files }: InjectReport): string =>
  safeText(files.map(({ path, before, after }) => fileDiff(path, before, after)).join(""));

const MAX_NAMED = 5;

const WITHHELD_TEXTS = {
  other_files: "for other files",
  flagged: "flagged as not helping",
  empty: "its text cannot be shown",
  check: "a check enforces it",
  limit: "over the limit of rules per agent",
  budget: "over the token limit for rules",
  consolidated_into: "another rule says the same",
} as const;

export async function runInject(
  names: readonly string[],
  options: InjectOptions,
  { io, finish }: CliContext,
  ports: InjectPorts = INJECT_PORTS,
): Promise<void> {
  const targets = targetsOf(names, options);
  const agents = (options.agent ?? []).map((agent) => agent.trim());
  if (agents.includes("")) throw usageError("invalid_agent", "--agent needs the name of an agent");
  const { rules: policy, agent: local } = await configOf(io);
  const files = await ports.openFiles(io);
  const { rules, trials, checks, close } =
    options.remove === true ? NO_RULES : await ports.openRules(io, options.store);
  try {
    const report = await injectRules({
      rules,
      trials,
      checks,
      files,
      policy,
      ...defined({ local }),
      now: () => io.now().toISOString(),
    })({
      ...defined({ targets }),
      agents,
      remove: options.remove === true,
      force: options.force === true,
      dry: options.check === true || options.diff === true,
    });
    io.stdout.write(render(report, options, io));
    for (const line of renderRemarks(report)) io.stderr.write(line);
    finish(exitCodeOf(report, options));
  } finally {
    await close();
  }
}

function targetsOf(names: readonly string[], options: InjectOptions): readonly TargetName[] | undefined {
  if (options.all === true && names.length > 0) {
    throw usageError("conflicting_targets", "expected either target names or --all");
  }
  if (options.all === true) return TARGET_NAMES;
  const unknown = names.find((name) => !isTargetName(name));
  if (unknown !== undefined) {
    throw usageError(
      "unknown_target",
      `unknown target ${unknown}`,
      `expected one or more of ${TARGET_NAMES.join(", ")}`,
    );
  }
  return names.length === 0 ? undefined : names.filter(isTargetName);
}

function render(report: InjectReport, options: InjectOptions, io: CliIo): string {
  if (options.json === true) return toJson(reportJson(report));
  if (options.diff === true) return renderDiffs(report);
  return report.problems.length > 0 ? "" : renderInjected(report, painter(io));
}

const reportJson = ({ targets, written, files, withheld, problems, notes }: InjectReport): unknown => ({
  targets,
  written,
  files: files.map((file) => ({
    target: file.target,
    path: file.path,
    change: changeKindOf(file),
    rules: file.rules,
  })),
  withheld,
  problems,
  notes,
});

function exitCodeOf({ files, problems }: InjectReport, options: InjectOptions): ExitCode {
  if (problems.length > 0) return EXIT.external;
  const changes = files.some((file) => changeKindOf(file) !== "unchanged");
  return options.check === true && changes ? EXIT.problem : EXIT.success;
}

function renderInjected({ files, written }: InjectReport, paint: Paint): string {
  const lines = files.map((file) => {
    const change = changeKindOf(file);
    const verb = change === "unchanged" || written ? change : `would be ${change}`;
    const rules = file.rules === 0 ? "" : ` (${formatCount(file.rules, "rule")})`;
    const colour = change === "removed" ? "yellow" : change === "unchanged" ? "dim" : "green";
    return `${paint(colour, verb.padEnd(written ? 10 : 17))}${safeLine(file.path)}${rules}\n`;
  });
  return lines.length === 0 ? "nothing to write\n" : lines.join("");
}

/** Lines for standard error. */
function renderRemarks({ problems, withheld, notes }: InjectReport): readonly string[] {
  return [
    ...problems.map(({ path, message, code }) => `${path}: ${message} [${code}]`),
    ...(problems.length > 0 ? ["nothing was written"] : []),
    ...renderWithheld(withheld),
    ...notes,
  ].map((line) => `emend: ${safeLine(line)}\n`);
}

/** Rules for other agents are left out, because `notes` has more about them. */
function renderWithheld(withheld: readonly TargetWithheld[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const each of withheld) {
    if (each.reason === "other_agent") continue;
    const where = each.reason === "format_limit" ? each.path : `target ${each.target}`;
    const why = each.reason === "format_limit" ? each.why : WITHHELD_TEXTS[each.reason];
    const key = `${where}: ${why}`;
    groups.set(key, [...(groups.get(key) ?? []), each.rule_id]);
  }
  return [...groups].map(([key, ids]) => {
    const named = ids.slice(0, MAX_NAMED).join(", ");
    return `${formatCount(ids.length, "rule")} withheld from ${key} (${named}${ids.length > MAX_NAMED ? ", …" : ""})`;
  });
}
