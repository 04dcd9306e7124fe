import { describe, expect, it } from "vitest";
import { phaseOf, toActiveRule } from "./active-rule.ts";
import { approve, EXAMPLE_TEXT, later, modify, person, proposing, ruleAfter } from "./example-rule.ts";
import { toProposal } from "./proposal.ts";
import { DEFAULT_RULE_POLICY } from "./rule-policy.ts";

const [ana, ben, cleo] = [person("ana"), person("ben"), person("cleo")];
const active = ruleAfter(proposing(), approve(ana), approve(ben));
const changing = ruleAfter(
  proposing(),
  approve(ana),
  approve(ben),
  modify(cleo, 1, "Use `using`."),
  approve(cleo, 2),
);

describe("toProposal", () => {
  it("is what awaits approval, beside what is in force, with the votes still missing", () => {
    expect(toProposal(active, DEFAULT_RULE_POLICY)).toBeUndefined();
    expect(toProposal(changing, DEFAULT_RULE_POLICY)).toMatchObject({
      proposed: { version: 2, text: "Use `using`." },
      in_force: { version: 1 },
      approval: { required: 2, given: 1, missing: 1, reached: false },
    });
  });

  it("counts no vote of the proposer where a team wants others only", () => {
    const policy = { ...DEFAULT_RULE_POLICY, proposerMayApprove: false };
    expect(toProposal(changing, policy)?.approval).toMatchObject({ given: 0, missing: 2 });
  });
});

describe("toActiveRule", () => {
  it("is the version in force, or nothing", () => {
    expect(toActiveRule(ruleAfter(proposing()))).toBeUndefined();
    expect(toActiveRule(changing, { verdict: "helping", reduction: 0.5 })).toMatchObject({
      rule_id: active.id,
      version: 1,
      text: EXAMPLE_TEXT.text,
      flagged: false,
      evidence_count: 3,
      effect: { verdict: "helping" },
    });
  });
});

describe("003.7 phaseOf", () => {
  it("is stabilising for seven days, then measured, and nothing where nothing is in force", () => {
    expect(phaseOf(active, later(6.9), DEFAULT_RULE_POLICY)).toBe("stabilising");
    expect(phaseOf(active, later(7), DEFAULT_RULE_POLICY)).toBe("measured");
    expect(phaseOf(ruleAfter(proposing()), later(7), DEFAULT_RULE_POLICY)).toBeUndefined();
  });
});
