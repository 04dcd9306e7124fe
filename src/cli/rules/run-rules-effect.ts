import type { MeasuredRules, RuleEffect } from "../../app/rule/measure-rules.ts";
import type { EventCount } from "../../core/rule/rate-ratio.ts";
import type { CliContext } from "../cli-context.ts";
import { refusal } from "../cli-error.ts";
import { findRuleByPrefix } from "../options/find-by-prefix.ts";
import { toJson } from "../terminal/json-text.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { printFromStore } from "../open/open-emend.ts";
import { renderField, formatPercent, shortId, widthOf } from "../terminal/plain-text.ts";
import { effectText } from "./rules-text.ts";
import { type Paint, painter } from "../terminal/style.ts";

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
        `${countText(effect.before, effect)}${effect.before_from === null ? "" : `, from ${effect.before_from} on`}`,
        width,
      ),
      renderField(
        "  since",
        `${countText(effect.after, effect)}${effect.after_from === null ? "" : `, from ${effect.after_from} on`}`,
        width,
      ),
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

function changeText(reduction: number | null, { low, high }: NonNullable<RuleEffect["interval"]>): string {
  const found =
    reduction === null
      ? "nothing before it to compare with"
      : `${formatPercent(Math.abs(reduction))} ${reduction < 0 ? "more" : "fewer"}`;
  const range =
    low === null ? `at most ${formatPercent(high)}` : `${formatPercent(low)} to ${formatPercent(high)}`;
  return `${found}; with 95 % confidence ${range}`;
}
