import { measureRules } from "../../app/rule/measure-rules.ts";
import { proposalDossier } from "../../app/rule/proposal-dossier.ts";
import { findVersion } from "../../core/rule/rule.ts";
import type { CliContext } from "../cli-context.ts";
import { findRule } from "../options/find-by-prefix.ts";
import { toJson } from "../terminal/json-text.ts";
import { renderDossier } from "./rules-dossier-text.ts";
import type { StoreOptions } from "../options/store-option.ts";
import type { RulesPorts } from "./rules-ports.ts";
import { inRulesStore, knownTo } from "./rules-session.ts";
import { widthOf } from "../terminal/plain-text.ts";
import { painter } from "../terminal/style.ts";

export async function runRulesShow(
  id: string,
  options: StoreOptions,
  context: CliContext,
  ports: RulesPorts,
): Promise<void> {
  await inRulesStore(options, context, ports, async ({ store, policy, now }) => {
    const rule = await findRule(store.rules, id);
    const known = await knownTo(ports, context.io);
    const dossier = (await proposalDossier({ ...store, ...known, policy, now })(rule.id))!;
    const { effects } = await measureRules({ ...store, policy, now })({ ruleIds: [rule.id], flag: false });
    const effect = effects.get(rule.id) ?? null;
    const inForce = findVersion(rule, rule.in_force) ?? null;
    if (options.json === true) return toJson({ ...dossier, in_force: inForce, effect });
    return renderDossier(
      dossier,
      { inForce, effect },
      {
        width: widthOf(context.io),
        paint: painter(context.io),
        now: now(),
      },
    );
  });
}
