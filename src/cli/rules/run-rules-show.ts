import { findVersion, type Rule, type RuleVersion } from "../../core/rule/rule.ts";
import type { CliContext } from "../cli-context.ts";
import { findRuleByPrefix } from "../options/find-by-prefix.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { renderDossier } from "./rules-dossier-text.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { printFromStore } from "../open/open-emend.ts";
import {
  formatMinute,
  formatPercent,
  renderField,
  renderIndented,
  shortId,
  widthOf,
} from "../terminal/plain-text.ts";
import { type Paint, painter } from "../terminal/style.ts";
import { type RuleAct, ruleHistory } from "../../core/rule/rule-history.ts";
import { effectText, ruleTextOf, scopeText } from "./rules-text.ts";
import type { MeasuredRules, RuleEffect } from "../../app/rule/measure-rules.ts";
import type { EventCount } from "../../core/rule/compare-rates.ts";
import { refusal } from "../cli-error.ts";

export async function runRulesShow(id: string, options: StoreOptions, context: CliContext): Promise<void> {
  await printFromStore(options, context, async ({ store, rules, checks, tools }) => {
    const rule = await findRuleByPrefix(store.rules, id);
    const dossier = (await rules.dossier(rule.id))!;
    const { effects } = await rules.measure({ ruleIds: [rule.id], flag: false });
    const effect = effects.get(rule.id) ?? null;
    const inForce = findVersion(rule, rule.in_force) ?? null;
    const briefs = await checks.briefs([rule.id]);
    const isPending = dossier.version.status === "pending";
    const replay = isPending ? ((await rules.replay(rule.id)) ?? null) : null;
    if (options.json === true)
      return toJson({ ...dossier, in_force: inForce, effect, checks: briefs, replay });
    return renderDossier(
      dossier,
      { inForce, effect, checks: briefs, replay },
      {
        width: widthOf(context.io),
        paint: painter(context.io),
        now: tools.now(),
      },
    );
  });
}

export async function runRulesHistory(id: string, options: StoreOptions, context: CliContext): Promise<void> {
  const { io } = context;
  await printFromStore(options, context, async ({ store }) => {
    const rule = await findRuleByPrefix(store.rules, id);
    const acts = ruleHistory(rule);
    if (options.json === true)
      return toJson({ rule_id: rule.id, status: rule.status, acts, versions: rule.versions });
    const paint = painter(io);
    const versions = rule.versions.map((version) => {
      const own = acts.filter((act) => act.version === version.version);
      return renderVersion(rule, version, own, widthOf(io), paint);
    });
    return `${paint("bold", safeLine(rule.id))}  ${rule.status}\n\n${versions.join("\n")}`;
  });
}

function renderVersion(
  rule: Rule,
  version: RuleVersion,
  acts: readonly RuleAct[],
  width: number,
  paint: Paint,
): string {
  return [
    `${paint("bold", `version ${version.version}`)}  ${version.status.replace("_", " ")}, for ${scopeText(version.scope)}\n`,
    renderIndented(ruleTextOf(version), width),
    ...acts.map((act) => renderIndented(`${formatMinute(act.at)}  ${actText(act, rule)}`, width, 4)),
  ].join("");
}

function actText({ act, at, by, reason, alone, version: number }: RuleAct, rule: Rule): string {
  const version = findVersion(rule, number);
  const words = {
    deferred: `put off until ${formatMinute(version?.deferrals.find((each) => each.at === at)?.until ?? "")}`,
    flagged: `flagged ${rule.flag?.verdict ?? ""}`,
    rolled_back: `rolled back to version ${version?.restores ?? ""}`,
  };
  const what = act in words ? words[act as keyof typeof words] : act.replaceAll("_", " ");
  return `${what}${by === null ? "" : ` by ${by}`}${alone === true ? ", who works alone" : ""}${reason === null ? "" : `: ${reason}`}`;
}

export async function runRulesEffect(
  id: string | undefined,
  options: StoreOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  await printFromStore(options, context, async ({ store, rules }) => {
    const rule = id === undefined ? undefined : await findRuleByPrefix(store.rules, id);
    if (rule !== undefined && rule.in_force === null) {
      throw refusal({
        code: "not_in_force",
        message: `the rule is ${rule.status}; only rules in force are measured`,
      });
    }
    const selected = rule === undefined ? {} : { ruleIds: [rule.id] };
    const measured = await rules.measure({ ...selected, flag: false });
    if (options.json === true)
      return toJson({ effects: [...measured.effects.values()], alerts: measured.alerts });
    if (measured.effects.size === 0) io.stderr.write("emend: no rule is in force yet\n");
    return toText(measured, widthOf(io), painter(io));
  });
}

function toText({ effects, alerts }: MeasuredRules, width: number, paint: Paint): string {
  return Array.from(effects.values(), (effect) => {
    const alert = alerts.find(({ rule_id }) => rule_id === effect.rule_id);
    return [
      `${paint("bold", shortId(effect.rule_id))}  ${paint(COLOURS[effect.verdict], effectText(effect))}\n`,
      renderField(
        "  before",
        `${countText(effect.before, effect)}${effect.led_to_rule === 0 ? "" : ` without the ${effect.led_to_rule} that led to the rule`}${effect.before_from === null ? "" : `, from ${effect.before_from} on`}`,
        width,
      ),
      renderField(
        "  since",
        `${countText(effect.after, effect)}${effect.after_from === null ? "" : `, from ${effect.after_from} on`}`,
        width,
      ),
      effect.by_model.length < 2
        ? ""
        : renderField("  models", effect.by_model.map((one) => modelText(one, effect)).join("; "), width),
      effect.caught === 0
        ? ""
        : renderField("  caught", `${effect.caught} by a check while the agent worked`, width),
      effect.interval === null
        ? ""
        : renderField("  change", changeText(effect.reduction, effect.interval), width),
      renderField("  why", effect.rationale, width),
      alert === undefined
        ? renderField("  advice", effect.advice.message, width)
        : renderField("  alert", alert.message, width),
    ].join("");
  }).join("\n");
}

const COLOURS = {
  helping: "green",
  stabilising: "cyan",
  not_enough: "dim",
  ineffective: "yellow",
  worse: "red",
} as const;

const MEASURES = {
  runs_with_rule: "runs",
  runs: "runs",
  decided_work: "decisions",
  none: "runs",
} as const satisfies Record<RuleEffect["basis"], string>;

function countText({ events, runs }: EventCount, { basis }: RuleEffect): string {
  const rate = runs === 0 ? "" : ` (${formatPercent(events / runs)})`;
  return `${events} in ${runs} ${MEASURES[basis]}${rate}`;
}

const modelText = ({ model, before, after }: RuleEffect["by_model"][number], effect: RuleEffect): string =>
  `${model === null ? "unknown" : safeLine(model)}: ${countText(before, effect)} before, ${countText(after, effect)} since`;

function changeText(reduction: number | null, { low, high }: NonNullable<RuleEffect["interval"]>): string {
  const found =
    reduction === null
      ? "nothing before it to compare with"
      : `${formatPercent(Math.abs(reduction))} ${reduction < 0 ? "more" : "fewer"}`;
  const range =
    low === null ? `at most ${formatPercent(high)}` : `${formatPercent(low)} to ${formatPercent(high)}`;
  return `${found}; ${range} with 95 % confidence at each end`;
}
