import { describe, expect, it } from "vitest";
import { EXAMPLE_TEXT, person, WRITER } from "../../../test/examples/example-rule.ts";
import { DEFAULT_RULE_POLICY } from "../evaluation/rule-policy.ts";
import { applyRuleCommand } from "../rule/decide-rule.ts";
import { ruleId, type Rule } from "../rule/rule.ts";
import type { RuleCommand } from "../rule/rule-command.ts";
import { compareReversals, pastApprovals } from "./compare-reversals.ts";

const ID = ruleId(EXAMPLE_TEXT);
const PROPOSE: RuleCommand = {
  type: "propose",
  id: ID,
  by: WRITER,
  cluster_id: null,
  rule: EXAMPLE_TEXT,
  evidence: [],
  confidence: 0.8,
};
const approve = (version: number): readonly RuleCommand[] =>
  ["ana", "ben"].map((who) => ({ type: "approve", by: person(who), version }));

/** A rule after these commands, a day apart. */
function ruleAfter(commands: readonly RuleCommand[]): Rule {
  let state: Rule | null = null;
  for (const [at, command] of commands.entries()) {
    const now = new Date(Date.UTC(2026, 2, 1) + at * 3_600_000).toISOString();
    const decided = applyRuleCommand(state, command, { now, policy: DEFAULT_RULE_POLICY });
    if (!decided.ok) throw new Error(decided.error.message);
    state = decided.value.state;
  }
  return state!;
}

describe("approvals that people took back", () => {
  it("are those that were retired, or rolled back to an earlier version", () => {
    const retire: RuleCommand = { type: "retire", by: person("ana"), reason: "noisy" };
    expect(pastApprovals(ruleAfter([PROPOSE, ...approve(1), retire]))).toMatchObject([
      { version: 1, reversed: "retired", at: "2026-03-01T02:00:00.000Z" },
    ]);
    const modify: RuleCommand = {
      type: "modify",
      by: person("ana"),
      version: 1,
      rule: { ...EXAMPLE_TEXT, text: "Set a timeout on every request, also in tests." },
    };
    const back: RuleCommand = { type: "roll_back", by: person("ana"), to: 1, reason: "worse" };
    const rolled = ruleAfter([PROPOSE, ...approve(1), modify, ...approve(2), back, ...approve(3)]);
    expect(pastApprovals(rolled).map(({ version, reversed }) => [version, reversed])).toEqual([
      [1, null],
      [2, "rolled_back"],
      [3, null],
    ]);
  });

  it("are none while a proposal waits, or when a better wording replaced it", () => {
    expect(pastApprovals(ruleAfter([PROPOSE, approve(1)[0]!]))).toEqual([]);
  });

  it("are counted beside what the replay said", () => {
    const said = (reversed: boolean, warned: boolean) => ({ reversed, warned });
    expect(
      compareReversals([said(true, true), said(true, false), said(false, false), said(false, false)]),
    ).toEqual({ reversed: { warned: 1, silent: 1 }, kept: { warned: 0, silent: 2 } });
  });
});
