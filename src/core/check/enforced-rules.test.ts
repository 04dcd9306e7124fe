import { describe, expect, it } from "vitest";
import { checkAfter, drafting, EXAMPLE_CHECK_ID } from "../../../test/examples/example-check.ts";
import { EXAMPLE_ID, person } from "../../../test/examples/example-rule.ts";
import type { CheckCommand } from "./decide-check.ts";
import { aliveSince, enforcedRules } from "./enforced-rules.ts";
import type { RuleCheck } from "./rule-check.ts";

const approved: readonly CheckCommand[] = ["ana", "ben"].map((by) => ({
  type: "approve",
  by: person(by),
  version: 1,
}));
const moved = (type: "nudge" | "block"): RuleCheck =>
  checkAfter(drafting(), ...approved, { type, by: person("ana"), version: 1 });
const runs = (...agents: readonly string[]) => agents.map((agent) => ({ check_id: EXAMPLE_CHECK_ID, agent }));
const RIO = { agents: ["rio"], files: [] };

describe("enforcedRules", () => {
  it("has the rule of a check that nudges or blocks in the agent's hook", () => {
    expect([...enforcedRules([moved("nudge")], runs("rio"), RIO)]).toEqual([EXAMPLE_ID]);
    expect([...enforcedRules([moved("block")], runs("mia", "rio"), RIO)]).toEqual([EXAMPLE_ID]);
  });

  const retired = checkAfter(drafting(), ...approved, {
    type: "retire",
    by: person("ana"),
    reason: "Too noisy.",
  });
  it.each([
    { why: "only watches", check: checkAfter(drafting(), ...approved), of: runs("rio") },
    { why: "is drafted", check: checkAfter(drafting()), of: runs("rio") },
    { why: "is retired", check: retired, of: runs("rio") },
    { why: "did not run lately", check: moved("nudge"), of: [] },
    { why: "ran in another agent's hook", check: moved("nudge"), of: runs("mia") },
  ])("gives the text of a rule whose check $why", ({ check, of }) => {
    expect(enforcedRules([check], of, RIO).size).toBe(0);
  });

  it("gives the text if one of several readers does without the check, or nobody is named", () => {
    const check = [moved("nudge")];
    expect(enforcedRules(check, runs("rio"), { agents: ["rio", "mia"], files: [] }).size).toBe(0);
    expect(enforcedRules(check, runs("rio"), { agents: [], files: [] }).size).toBe(0);
    expect(enforcedRules(check, runs("rio", "mia"), { agents: ["rio", "mia"], files: [] }).size).toBe(1);
  });

  it("gives the text for files that the check does not read", () => {
    const has = (...files: readonly string[]): boolean =>
      enforcedRules([moved("nudge")], runs("rio"), { agents: ["rio"], files }).has(EXAMPLE_ID);
    expect([has("src/a.js"), has("src/a.ts"), has("a.py"), has("a.js", "a.py"), has("notes.md")]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("counts a week as lately", () => {
    expect(aliveSince("2026-03-10T12:00:00.000Z")).toBe("2026-03-03T12:00:00.000Z");
  });
});
