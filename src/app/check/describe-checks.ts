import { type CheckFigures, NO_FIGURES } from "../../core/check/check-hit.ts";
import type { Check } from "../../core/check/check.ts";
import { type CheckState, openCheckVersion, type RuleCheck } from "../../core/check/rule-check.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import { type Quorum, quorumOf } from "../../core/rule/quorum.ts";
import { effectiveVersion, type RuleStatus } from "../../core/rule/rule.ts";
import type { PersonStore } from "../../ports/access-store.ts";
import type { CheckStore } from "../../ports/check-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";

/** A check with what people need to decide about it. */
export interface DescribedCheck {
  readonly check: RuleCheck;
  /** Null if the rule is gone. */
  readonly rule: { readonly text: string; readonly status: RuleStatus } | null;
  readonly figures: CheckFigures;
  /** The approvals of the version that waits, else of the one that runs, else of the last. */
  readonly approval: Quorum;
}

export interface DescribeChecksParts {
  readonly checks: Pick<CheckStore, "figures">;
  readonly rules: Pick<RuleStore, "find">;
  readonly people: Pick<PersonStore, "read">;
  readonly policy: RulePolicy;
}

/** Adds rules, figures and approvals to checks. */
export const describeChecks =
  ({ checks, rules, people, policy }: DescribeChecksParts) =>
  async (some: readonly RuleCheck[]): Promise<readonly DescribedCheck[]> => {
    const figures = await checks.figures(some.map(({ id }) => id));
    const known = await people.read();
    const described: DescribedCheck[] = [];
    for (const check of some) {
      const rule = await rules.find(check.rule_id);
      described.push({
        check,
        rule: rule === undefined ? null : { text: effectiveVersion(rule).text, status: rule.status },
        figures: figures.get(check.id) ?? NO_FIGURES,
        approval: quorumOf(openCheckVersion(check), policy, known),
      });
    }
    return described;
  };

/** What a rule's own answer says about its checks. */
export interface CheckBrief {
  readonly check_id: string;
  readonly state: CheckState;
  readonly kind: Check["kind"];
  readonly language: string | null;
  readonly version: number;
  readonly pending: number | null;
  readonly figures: CheckFigures;
}

/** The checks of rules, with what they did. */
export const checkBriefs =
  ({ checks }: { readonly checks: Pick<CheckStore, "figures" | "ofRules"> }) =>
  async (ruleIds: readonly string[]): Promise<readonly CheckBrief[]> => {
    const found = await checks.ofRules(ruleIds);
    const figures = await checks.figures(found.map(({ id }) => id));
    return found.map((check) => {
      const { version, check: runs } = openCheckVersion(check);
      return {
        check_id: check.id,
        state: check.state,
        kind: runs.kind,
        language: runs.kind === "structure" ? runs.language : null,
        version,
        pending: check.pending,
        figures: figures.get(check.id) ?? NO_FIGURES,
      };
    });
  };
