import { describe, expect, it } from "vitest";
import { DEFAULT_RULE_POLICY, rulePolicy, type RulePolicy } from "./rule-policy.ts";

describe("rulePolicy", () => {
  it("has the documented defaults", () => {
    expect(rulePolicy()).toEqual({ ok: true, value: DEFAULT_RULE_POLICY });
    expect(DEFAULT_RULE_POLICY).toMatchObject({
      approvers: 2,
      occurrences: 3,
      rulesPerAgent: 20,
      stabilisingDays: 7,
      flagAfterDays: 30,
      flagUnderReduction: 0.1,
      proposalExpiryDays: 7,
    });
  });

  it.each<{ why: string; changed: Partial<RulePolicy>; field: keyof RulePolicy }>([
    { why: "nobody to approve", changed: { approvers: 0 }, field: "approvers" },
    { why: "half a person", changed: { approvers: 1.5 }, field: "approvers" },
    { why: "no number", changed: { tokenBudget: Number.NaN }, field: "tokenBudget" },
    { why: "once is no pattern", changed: { occurrences: 1 }, field: "occurrences" },
    { why: "more than all", changed: { flagUnderReduction: 1.1 }, field: "flagUnderReduction" },
    { why: "no switch", changed: { withholdFlagged: "yes" as never }, field: "withholdFlagged" },
    { why: "flagged before it settled", changed: { flagAfterDays: 3 }, field: "flagAfterDays" },
  ])("refuses $why", ({ changed, field }) => {
    expect(rulePolicy(changed)).toMatchObject({ ok: false, error: [{ code: "invalid_policy", field }] });
  });
});
