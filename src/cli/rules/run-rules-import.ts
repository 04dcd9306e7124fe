import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ImportPlan, planImport } from "../../app/rule-file/plan-import.ts";
import { readRuleFiles, type RuleFileNotice } from "../../app/rule-file/read-rule-files.ts";
import {
  type ImportableRules,
  importableRules,
  LEFT_REASONS,
  type LeftReason,
  type RuleOrigin,
} from "../../core/rule-file/importable-rules.ts";
import { ruleId } from "../../core/rule/rule.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-code.ts";
import { driversOf } from "../open/drivers-of.ts";
import { withEmend } from "../open/open-emend.ts";
import { actorOf } from "../options/parse-options.ts";
import { formatCount, renderIndented, shortId, widthOf } from "../terminal/plain-text.ts";
import { confirmOrFail } from "../terminal/prompter.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import type { RulesImportOptions } from "./rules-import.ts";
import { scopeText } from "./rules-text.ts";

export async function runRulesImport(
  paths: readonly string[],
  options: RulesImportOptions,
  context: CliContext,
): Promise<void> {
  const { io, finish } = context;
  const drivers = await driversOf(io);
  const [source, project] = await Promise.all([drivers.openSourceFiles(), drivers.openProjectFiles()]);
  const { files: all, notices } = await readRuleFiles({ source, project })(paths);
  // Agents load skills on demand, and many come from elsewhere, so nobody wants their rules unasked.
  const files = paths.length > 0 ? all : all.filter(({ format }) => format.name !== "skill");
  const found = importableRules(files);
  const plan = await planFor(found, options, context);
  const report = { plan, found, notices, files: files.length, skills: all.length - files.length };
  const show = options.json === true ? undefined : renderPlan(report, widthOf(io));
  if (plan.proposals.length === 0 || options.dryRun === true) {
    io.stdout.write(show ?? toJson(toWire(report, 0)));
    return finish(EXIT.success);
  }
  if (show !== undefined) io.stdout.write(show);
  if (
    options.yes !== true &&
    !(await confirmOrFail(io, `Propose ${formatCount(plan.proposals.length, "rule")}? [y/N] `))
  )
    return finish(EXIT.success);
  const count = await propose(plan, options, context);
  io.stdout.write(
    options.json === true
      ? toJson(toWire(report, count))
      : `proposed ${formatCount(count, "rule")}. Next: emend rules list --status proposed\n`,
  );
  finish(EXIT.success);
}

/** A dry run without a store compares with nothing, and creates none. */
async function planFor(
  { rules }: ImportableRules,
  { store, dryRun }: RulesImportOptions,
  context: CliContext,
): Promise<ImportPlan> {
  if (rules.length === 0) return { proposals: [], known: [] };
  const isNew = store === undefined && !existsSync(join(context.io.cwd, ".emend", "emend.db"));
  if (dryRun === true && isNew) return { proposals: rules, known: [] };
  return withEmend({ ...(store === undefined ? {} : { store }), create: dryRun !== true }, context, (emend) =>
    planImport(emend.store.rules)(rules),
  );
}

/** Proposes all that can be; somebody else may have proposed one in the meantime. */
async function propose(
  { proposals }: ImportPlan,
  { store, as }: RulesImportOptions,
  context: CliContext,
): Promise<number> {
  const by = { id: actorOf(context.io, as), trust: "person" } as const;
  return withEmend(
    { ...(store === undefined ? {} : { store }), create: true },
    context,
    async ({ rules }) => {
      let count = 0;
      for (const { rule, origins } of proposals) {
        const decided = await rules.propose({ by, rule });
        if (decided.ok) count += 1;
        else
          context.io.stderr.write(
            `emend: ${placeOf(origins[0]!)} was not proposed: ${safeLine(decided.error.message)}\n`,
          );
      }
      return count;
    },
  );
}

const placeOf = ({ file, line }: RuleOrigin): string => `${safeLine(file)}:${line}`;

interface ImportReport {
  readonly plan: ImportPlan;
  readonly found: ImportableRules;
  readonly notices: readonly RuleFileNotice[];
  /** How many files were read. */
  readonly files: number;
  /** Skills that were left out. */
  readonly skills: number;
}

const toWire = ({ plan, found, notices, skills }: ImportReport, proposed: number): unknown => ({
  proposed,
  proposals: plan.proposals.map(({ rule, origins }) => ({
    rule_id: ruleId(rule),
    text: rule.text,
    type: rule.type,
    scope: rule.scope,
    origins,
  })),
  known: plan.known.map(({ rule_id, found: { rule, origins } }) => ({ rule_id, text: rule.text, origins })),
  left: found.left,
  lost: found.lost,
  skills,
  notices,
});

function renderPlan({ plan, found, notices, files, skills }: ImportReport, width: number): string {
  if (files + skills === 0)
    return "no instruction file here: no AGENTS.md, CLAUDE.md, .cursor/rules or the like\n";
  const left = (Object.entries(found.left) as [LeftReason, number][]).filter(([, count]) => count > 0);
  return [
    ...plan.proposals.flatMap(({ rule, origins }) => [
      `${origins.map(placeOf).slice(0, 3).join(", ")}${origins.length > 3 ? ` and ${origins.length - 3} more` : ""}  ${scopeText(rule.scope)}\n`,
      renderIndented(rule.text, width),
    ]),
    plan.proposals.length === 0 ? "" : "\n",
    `${formatCount(plan.proposals.length, "rule")} to propose from ${formatCount(files, "file")}`,
    plan.known.length === 0
      ? "\n"
      : `; ${plan.known.length} known already, such as ${shortId(plan.known[0]!.rule_id)}\n`,
    left.length === 0 ? "" : "lines left in the files:\n",
    ...left.map(([reason, count]) => `${String(count).padStart(7)}  ${LEFT_REASONS[reason]}\n`),
    skills === 0
      ? ""
      : `note: ${formatCount(skills, "skill")} left out, which agents load on demand; to import one, name its file\n`,
    ...found.lost.map(({ file, what }) => `note: ${safeLine(file)}: ${safeLine(what)}\n`),
    ...notices
      .filter(({ code }) => code !== "same_file")
      .map(({ path, message }) => `note: ${safeLine(path)}: ${safeLine(message)}\n`),
  ].join("");
}
