import { clusterId } from "../../core/cluster/cluster.ts";
import type { RuleCheck } from "../../core/check/rule-check.ts";
import { canonicalJson } from "../../core/json/json.ts";
import type { RuleActor } from "../../core/feedback/feedback.ts";
import type { PackRule } from "../../core/rule-pack/rule-pack.ts";
import { packDroppedReason } from "../../core/rule/pack-origin.ts";
import type { Result } from "../../core/result.ts";
import { expireIfDue, type DecideParts, decideRule } from "../rule/decide-rule.ts";
import { draftRuleCheck, type DraftRuleCheckParts } from "../check/draft-rule-check.ts";
import { baseVersion, originOf, type PackPlan, type PlannedRule } from "./plan-pack.ts";
import type { Rule } from "../../core/rule/rule.ts";

export interface ApplyPackParts extends DecideParts, Omit<DraftRuleCheckParts, "rules"> {}

/** What became of a planned rule. */
export interface AppliedRule {
  readonly id: string;
  readonly rule_id: string;
  readonly step: PlannedRule["step"];
  /** Why it was refused; null if it was done, or nothing was to do. */
  readonly refused: { readonly code: string; readonly message: string } | null;
  /** Checks that were drafted. */
  readonly checks: readonly string[];
  /** Checks that are not offered, and why. */
  readonly left_out: readonly string[];
}

/**
 * Does what a plan says: makes proposals, and drafts checks that pass the gate on what is known here. A person's act,
 * who counts as the proposer, so that somebody else has to approve as for any proposal.
 */
export const applyPack = (parts: ApplyPackParts) => {
  const decide = decideRule(parts);
  const draft = draftRuleCheck(parts);
  return async (plan: PackPlan, by: RuleActor): Promise<readonly AppliedRule[]> => {
    const applied: AppliedRule[] = [];
    for (const planned of plan.rules) {
      const { id, rule_id, step } = planned;
      const decided = await act(plan, planned, by);
      const refused = decided === undefined || decided.ok ? null : decided.error;
      const isOfPack = step === "propose" || step === "amend" || step === "unchanged";
      const drafted =
        isOfPack && refused === null ? await draftChecks(plan, planned.rule, rule_id, by) : NO_CHECKS;
      applied.push({ id, rule_id, step, refused, ...drafted });
    }
    return applied;
  };

  async function act(
    plan: PackPlan,
    planned: PlannedRule,
    by: RuleActor,
  ): Promise<Result<Rule, { readonly code: string; readonly message: string }> | undefined> {
    const { step, rule_id } = planned;
    const { name, version: packVersion } = plan.pack;
    const found = await parts.rules.find(rule_id);
    const known = found === undefined ? undefined : await expireIfDue(parts)(found);
    const reason = packDroppedReason(name);
    switch (step) {
      case "propose": {
        const pack = originOf(plan, planned.rule);
        const { words, seen } = planned;
        return decide(rule_id, {
          type: "propose",
          by,
          id: rule_id,
          rule: words,
          pack,
          // Without feedback of its own, the first that says the same founds its cluster.
          cluster_id: seen?.cluster_id ?? clusterId(rule_id),
          evidence: seen?.evidence ?? [],
          confidence: null,
        });
      }
      case "amend": {
        const pack = originOf(plan, planned.rule);
        const version = known === undefined ? 0 : baseVersion(known);
        const note = `as in version ${packVersion} of the pack ${name}`;
        return decide(rule_id, { type: "modify", by, version, rule: planned.words, reason: note, pack });
      }
      case "withdraw":
        return decide(rule_id, { type: "reject", by, version: known?.pending ?? 0, reason });
      case "flag":
        return decide(rule_id, {
          type: "flag",
          by,
          version: known?.in_force ?? 0,
          verdict: "needless",
          reduction: null,
          reason,
        });
      case "unchanged":
      case "said_here":
      case "answered":
      case "changed_here":
        return undefined;
    }
  }

  /** Checks that the rule has had in any version are known here, and people have decided about them. */
  async function draftChecks(
    { pack }: PackPlan,
    rule: PackRule,
    ruleId: string,
    by: RuleActor,
  ): Promise<Pick<AppliedRule, "checks" | "left_out">> {
    const known = new Set((await parts.checks.ofRules([ruleId])).flatMap(checkKeys));
    const [drafted, leftOut]: [string[], string[]] = [[], []];
    for (const { check, examples } of rule.checks) {
      if (known.has(keyOf(check))) continue;
      const note = `from the pack ${pack.name} ${pack.version}`;
      const made = await draft(ruleId, { by, check, examples, note });
      if (made.ok) drafted.push(made.value.check.id);
      else leftOut.push(made.error.message);
    }
    return { checks: drafted, left_out: leftOut };
  }
};

const NO_CHECKS = { checks: [], left_out: [] } as const;

const checkKeys = ({ versions }: RuleCheck): readonly string[] => versions.map(({ check }) => keyOf(check));

/** Checks are nested at most this deep. */
const DEEPEST = 100;
const keyOf = (check: unknown): string => canonicalJson(check, DEEPEST) ?? "";
