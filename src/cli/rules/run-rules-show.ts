import { findVersion } from "../../core/rule/rule.ts";
import type { CliContext } from "../cli-context.ts";
import { findRuleByPrefix } from "../options/find-by-prefix.ts";
import { toJson } from "../terminal/json-text.ts";
import { renderDossier } from "./rules-dossier-text.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { printFromStore } from "../open/open-emend.ts";
import { widthOf } from "../terminal/plain-text.ts";
import { painter } from "../terminal/style.ts";

export async function runRulesShow(id: string, options: StoreOptions, context: CliContext): Promise<void> {
  await printFromStore(options, context, async ({ store, rules, tools }) => {
    const rule = await findRuleByPrefix(store.rules, id);
    const dossier = (await rules.dossier(rule.id))!;
    const { effects } = await rules.measure({ ruleIds: [rule.id], flag: false });
    const effect = effects.get(rule.id) ?? null;
    const inForce = findVersion(rule, rule.in_force) ?? null;
    if (options.json === true) return toJson({ ...dossier, in_force: inForce, effect });
    return renderDossier(
      dossier,
      { inForce, effect },
      {
        width: widthOf(context.io),
        paint: painter(context.io),
        now: tools.now(),
      },
    );
  });
}
