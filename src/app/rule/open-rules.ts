import type { Rule } from "../../core/rule/rule.ts";
import type { RuleStore } from "../../ports/rule-store.ts";

/** In force or awaiting approval, each once. */
export async function openRules(rules: Pick<RuleStore, "inForce" | "pending">): Promise<readonly Rule[]> {
  const all = [...(await rules.inForce()), ...(await rules.pending())];
  return Array.from(new Map(all.map((rule) => [rule.id, rule])).values());
}
