import { describe, expect, it } from "vitest";
import { eraseFromRule } from "./erase-from-rule.ts";
import {
  askingForWords,
  EXAMPLE_TEXT,
  person,
  proposing,
  ruleAfter,
} from "../../../test/examples/example-rule.ts";
import { quorumOf } from "./quorum.ts";
import { ruleSchema } from "./rule-schema.ts";
import { DEFAULT_RULE_POLICY } from "../evaluation/rule-policy.ts";
import type { RuleCommand } from "./rule-command.ts";

const approving = (id: string, version = 1): RuleCommand => ({ type: "approve", by: person(id), version });

describe("eraseFromRule", () => {
  it("replaces every act of a person, in any spelling, and the reasons they gave", () => {
    const rule = ruleAfter(
      proposing(person("ana")),
      { type: "defer", by: person("Ana "), version: 1, reason: "On leave." },
      approving("ben"),
      { type: "reject", by: person("ANA"), version: 1, reason: "Mine was wrong." },
    );
    const erased = eraseFromRule(rule, ["ana"]);
    expect(JSON.stringify(erased)).not.toMatch(/ana|on leave|mine was/i);
    expect(erased.revision).toBe(rule.revision + 1);
    expect(erased.last_answer).toMatchObject({ by: "erased-1", reason: "", status: "rejected" });
    expect(erased.versions[0]).toMatchObject({
      ...EXAMPLE_TEXT,
      proposed_by: { id: "erased-1", trust: "person" },
      deferrals: [{ by: "erased-1", reason: "" }],
      approvals: [{ by: "ben" }],
      rejection: { by: "erased-1", reason: "" },
    });
    expect(ruleSchema.safeParse(erased).success).toBe(true);
  });

  it("takes their name and words out of why words are wanted", () => {
    const command = askingForWords();
    if (command.type !== "propose") throw new Error("expected a proposal");
    const why = 'People disagree: Ana says "use tabs", ben says "no tabs".';
    const rule = ruleAfter({ ...command, wants_words: { why, suggestions: ["Indent with tabs."] } });
    const erased = eraseFromRule(rule, ["ana"]);
    expect(JSON.stringify(erased)).not.toMatch(/ana says|use tabs/i);
    expect(erased.versions[0]!.wants_words!.suggestions).toEqual(["Indent with tabs."]);
    expect(ruleSchema.safeParse(erased).success).toBe(true);
    expect(eraseFromRule(rule, ["cleo"])).toBe(rule);
  });

  it("keeps distinct people distinct, and a proposer who approved one person", () => {
    const policy = { ...DEFAULT_RULE_POLICY, approvers: 4 };
    const rule = ruleAfter(
      ...[proposing(person("ana")), approving("ana"), approving("ben"), approving("cleo")].map((command) => ({
        command,
        policy,
      })),
    );
    const before = quorumOf(rule.versions[0]!, policy);
    const erased = ["ben", "ana", "cleo"].reduce((left, name) => eraseFromRule(left, [name]), rule);
    expect(quorumOf(erased.versions[0]!, policy)).toEqual(before);
    expect(erased.versions[0]!.approvals.map(({ by }) => by)).toEqual(["erased-2", "erased-1", "erased-3"]);
    expect(erased.versions[0]!.proposed_by.id).toBe("erased-2");
  });

  it.each([
    { who: "dan", why: "a person it does not name" },
    { who: "erased-1", why: "somebody who is erased already" },
    { who: "erased", why: "the name of those who are" },
  ])("leaves the rule as it is for $why", ({ who }) => {
    const rule = eraseFromRule(ruleAfter(proposing(person("ana")), approving("ben")), ["ana"]);
    expect(eraseFromRule(rule, [who])).toBe(rule);
  });
});
