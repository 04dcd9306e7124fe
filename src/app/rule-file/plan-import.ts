import { createLikeness } from "../../core/rule/find-related-rules.ts";
import { effectiveVersion, isOpen, type Rule, ruleId, ruleTextKey } from "../../core/rule/rule.ts";
import type { ActiveRule } from "../../core/rule/select-rules.ts";
import type { ImportableRule } from "../../core/rule-file/importable-rules.ts";
import type { RuleStore } from "../../ports/rule-store.ts";

export interface ImportPlan {
  /** What would be proposed. */
  readonly proposals: readonly ImportableRule[];
  /** What a rule in the store says already, whatever became of it. */
  readonly known: readonly { readonly rule_id: string; readonly found: ImportableRule }[];
}

/** Leaves out what was proposed before, also if people rejected it, and what a rule already says. */
export const planImport =
  (rules: Pick<RuleStore, "find" | "inForce" | "pending">) =>
  async (found: readonly ImportableRule[]): Promise<ImportPlan> => {
    const open = [
      ...new Map(
        [...(await rules.inForce()), ...(await rules.pending())].map((rule) => [rule.id, rule]),
      ).values(),
    ].filter(isOpen);
    const byText = new Map(open.map((rule) => [ruleTextKey(effectiveVersion(rule).text), rule.id]));
    const compared = open.map(toCompared);
    const saysAll = createLikeness();
    const proposals: ImportableRule[] = [];
    const known: { rule_id: string; found: ImportableRule }[] = [];
    for (const each of found) {
      const id = ruleId(each.rule);
      const before = (await rules.find(id))?.id ?? byText.get(ruleTextKey(each.rule.text));
      const own = { ...EMPTY, ...each.rule, rule_id: id };
      const same = before ?? compared.find((other) => isForAll(other, own) && saysAll(other, own))?.rule_id;
      if (same === undefined) proposals.push(each);
      else known.push({ rule_id: same, found: each });
    }
    return { proposals, known };
  };

const EMPTY = {
  version: 1,
  cluster_id: null,
  flagged: false,
  in_force_since: "",
  evidence_count: 0,
} as const;

function toCompared(rule: Rule): ActiveRule {
  const { type, text, reason, insertion_point, scope } = effectiveVersion(rule);
  return { ...EMPTY, rule_id: rule.id, type, text, reason, insertion_point, scope };
}

/** Whether a rule is for all agents and files of another. */
const isForAll = (one: ActiveRule, other: ActiveRule): boolean =>
  [one.scope.agents, one.scope.paths].every(
    (own, at) =>
      own.length === 0 ||
      ([other.scope.agents, other.scope.paths][at]!.length > 0 &&
        [other.scope.agents, other.scope.paths][at]!.every((each) => own.includes(each))),
  );
