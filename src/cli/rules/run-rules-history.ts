import { type RuleAct, ruleHistory } from "../../core/rule/rule-history.ts";
import { findVersion, type Rule, type RuleVersion } from "../../core/rule/rule.ts";
import type { CliContext } from "../cli-context.ts";
import { findRuleByPrefix } from "../options/find-by-prefix.ts";
import { toJson } from "../terminal/json-text.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { printFromStore } from "../open/open-emend.ts";
import { renderIndented, formatMinute, widthOf } from "../terminal/plain-text.ts";
import { scopeText, ruleTextOf } from "./rules-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { type Paint, painter } from "../terminal/style.ts";

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
