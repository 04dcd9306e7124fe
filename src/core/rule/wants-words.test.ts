import { describe, expect, it } from "vitest";
import {
  approve,
  askingForWords,
  EXAMPLE_TEXT,
  EXAMPLE_TIME,
  modify,
  person,
  proposing,
  reject,
  ruleAfter,
} from "../../../test/examples/example-rule.ts";
import { toActiveRule } from "./select-rules.ts";
import { applyRuleCommand } from "./decide-rule.ts";
import { findRelatedRules } from "./find-related-rules.ts";
import { findVersion, type Rule, wantsWords } from "./rule.ts";
import type { RuleCommand, RuleProblemCode } from "./rule-command.ts";
import { DEFAULT_RULE_POLICY } from "../evaluation/rule-policy.ts";
import { ruleSchema } from "./rule-schema.ts";

const [ana, ben, cleo] = [person("ana"), person("ben"), person("cleo")];
const WORDS = "Close every file handle in a finally block.";
const context = { now: EXAMPLE_TIME, policy: DEFAULT_RULE_POLICY };
const asked = ruleAfter(askingForWords());

describe("a proposal that wants words", () => {
  it("is kept without a text, costs nothing and says why", () => {
    expect(ruleSchema.safeParse(asked).error).toBeUndefined();
    expect(wantsWords(asked)).toBe(true);
    expect(asked.versions[0]).toMatchObject({
      text: "",
      token_cost: 0,
      wants_words: { why: "Two remarks want different things.", suggestions: ["Close file handles."] },
    });
  });

  it.each<{ why: string; command: RuleCommand; code: RuleProblemCode }>([
    { why: "an approval", command: approve(ana), code: "needs_words" },
    { why: "a change of its scope alone", command: modify(ana, 1, ""), code: "needs_words" },
    { why: "a change to blanks", command: modify(ana, 1, " \n "), code: "needs_words" },
    { why: "the same question again", command: askingForWords(), code: "already_proposed" },
    {
      why: "a tool's words by modifying",
      command: modify({ id: "ci", trust: "tool" }, 1, WORDS),
      code: "not_a_person",
    },
    {
      why: "a text beside the question",
      command: { ...askingForWords(), rule: EXAMPLE_TEXT } as RuleCommand,
      code: "invalid_rule",
    },
    {
      why: "more suggestions than two",
      command: askingForWords(["Use a.", "Use b.", "Use c."]),
      code: "invalid_rule",
    },
  ])("refuses $why", ({ command, code }) => {
    expect(applyRuleCommand(asked, command, context)).toMatchObject({ ok: false, error: { code } });
  });

  it("takes a person's words as theirs, with the approvals that any rule needs", () => {
    const worded = ruleAfter(askingForWords(), modify(ana, 1, WORDS));
    expect(worded).toMatchObject({
      pending: 2,
      versions: [
        { status: "superseded", text: "" },
        { text: WORDS, origin: "modified", proposed_by: ana, evidence: ["fb_1", "fb_2", "fb_3"] },
      ],
    });
    expect(findVersion(worded, 2)).not.toHaveProperty("wants_words");
    const alone = applyRuleCommand(worded, approve(ana, 2), {
      ...context,
      policy: { ...DEFAULT_RULE_POLICY, approvers: 1 },
    });
    expect(alone).toMatchObject({ ok: false, error: { code: "proposer_alone" } });
    expect(
      ruleAfter(askingForWords(), modify(ana, 1, WORDS), approve(ben, 2), approve(cleo, 2)),
    ).toMatchObject({
      status: "active",
      in_force: 2,
    });
  });

  it("takes Emend's own words once a draft holds", () => {
    const worded = ruleAfter(askingForWords(), proposing());
    expect(worded).toMatchObject({
      pending: 2,
      versions: [{ status: "superseded" }, { origin: "proposed" }],
    });
    expect(wantsWords(worded)).toBe(false);
  });

  it("can be rejected, and then nothing of it is left to approve", () => {
    const rejected = ruleAfter(askingForWords(), reject(ana, "not a rule"));
    expect(rejected.status).toBe("rejected");
    expect(ruleSchema.safeParse(rejected).error).toBeUndefined();
  });

  it("is no rule if a store says that it is in force, and no agent gets it", () => {
    const forged: Rule = {
      ...asked,
      status: "active",
      pending: null,
      in_force: 1,
      in_force_since: EXAMPLE_TIME,
      measured_from: EXAMPLE_TIME,
      versions: [{ ...asked.versions[0]!, status: "in_force", quorum: 1 }],
    };
    expect(ruleSchema.safeParse(forged).success).toBe(false);
    expect(toActiveRule(forged)).toBeUndefined();
  });

  it("has a text if it does not ask for one", () => {
    const blank: Rule = {
      ...ruleAfter(proposing()),
      versions: [{ ...ruleAfter(proposing()).versions[0]!, text: "" }],
    };
    expect(ruleSchema.safeParse(blank).success).toBe(false);
  });

  it("neither conflicts with another rule nor repeats it", () => {
    const rule = { rule_id: "ru_other", text: WORDS, scope: { agents: [], paths: [] } };
    expect(findRelatedRules(rule, [asked]).related).toEqual([]);
  });
});
