import { describe, expect, it } from "vitest";
import {
  checkAfter,
  drafting,
  EXAMPLE_CHECK,
  EXAMPLE_CHECK_ID,
} from "../../../test/examples/example-check.ts";
import { EXAMPLE_ID, EXAMPLE_TIME, person, WRITER } from "../../../test/examples/example-rule.ts";
import { DEFAULT_RULE_POLICY } from "../evaluation/rule-policy.ts";
import type { Check } from "./check.ts";
import { applyCheckCommand, type CheckCommand } from "./decide-check.ts";
import type { RuleCheck } from "./rule-check.ts";

const [ana, ben, cleo] = ["ana", "ben", "cleo"].map(person) as [
  ReturnType<typeof person>,
  ReturnType<typeof person>,
  ReturnType<typeof person>,
];
const decide = (state: RuleCheck | null, command: CheckCommand) =>
  applyCheckCommand(state, command, { now: EXAMPLE_TIME, policy: DEFAULT_RULE_POLICY });
const problem = (state: RuleCheck | null, command: CheckCommand): string => {
  const decided = decide(state, command);
  return decided.ok ? "accepted" : decided.error.code;
};
const approved = (by = ana, version = 1): CheckCommand => ({ type: "approve", by, version });
const watching = (): RuleCheck => checkAfter(drafting(), approved(ana), approved(ben));
const other: Check = { ...EXAMPLE_CHECK, rule: { pattern: "parseInt($X, 0)" } } as Check;

describe("a check", () => {
  it("is drafted with its examples and waits", () => {
    expect(checkAfter(drafting())).toMatchObject({
      id: EXAMPLE_CHECK_ID,
      rule_id: EXAMPLE_ID,
      revision: 1,
      state: "drafted",
      running: null,
      pending: 1,
    });
  });

  it("only reports once enough people have approved it, and then nudges and blocks", () => {
    const half = checkAfter(drafting(), approved(ana));
    expect(half).toMatchObject({ state: "drafted", running: null, pending: 1 });
    const whole = checkAfter(drafting(), approved(ana), approved(ben));
    expect(whole).toMatchObject({ state: "watching", running: 1, pending: null });
    expect(whole.versions[0]).toMatchObject({ quorum: 2 });
    const steps: readonly CheckCommand[] = [
      { type: "nudge", by: ana, version: 1, reason: "12 of 12 were right" },
      { type: "block", by: ben, version: 1 },
      { type: "watch", by: cleo, version: 1, reason: "it stops too much" },
    ];
    let state = whole;
    for (const [command, next] of steps.map(
      (step, at) => [step, ["nudging", "blocking", "watching"][at]] as const,
    )) {
      const decided = decide(state, command);
      if (!decided.ok) throw new Error(decided.error.message);
      expect(decided.value.state).toMatchObject({ state: next, running: 1 });
      expect(decided.value.acts).toMatchObject([{ action: "check.moved", detail: { to: next } }]);
      ({ state } = decided.value);
    }
    expect(state.last_move).toEqual({ by: "cleo", at: EXAMPLE_TIME, reason: "it stops too much" });
  });

  it("watches for one person, but tells nobody anything before its version is approved", () => {
    const watched = checkAfter(drafting(), { type: "watch", by: ana, version: 1 });
    expect(watched).toMatchObject({ state: "watching", running: 1, pending: null });
    expect(problem(watched, { type: "nudge", by: ana, version: 1 })).toBe("check_not_approved");
    expect(problem(watched, { type: "block", by: ana, version: 1 })).toBe("check_not_approved");
    const approvedLater = checkAfter(
      drafting(),
      { type: "watch", by: ana, version: 1 },
      approved(ana),
      approved(ben),
    );
    expect(problem(approvedLater, { type: "nudge", by: ana, version: 1 })).toBe("accepted");
  });

  it("keeps running in its approved version while a new one waits, and then takes its place in the same state", () => {
    const nudging = checkAfter(drafting(), approved(ana), approved(ben), {
      type: "nudge",
      by: ana,
      version: 1,
    });
    const drafted = decide(nudging, drafting({ check: other }));
    if (!drafted.ok) throw new Error(drafted.error.message);
    expect(drafted.value.state).toMatchObject({ state: "nudging", running: 1, pending: 2 });
    const one = decide(drafted.value.state, approved(ana, 2));
    if (!one.ok) throw new Error(one.error.message);
    expect(one.value.state).toMatchObject({ state: "nudging", running: 1, pending: 2 });
    const both = decide(one.value.state, approved(ben, 2));
    if (!both.ok) throw new Error(both.error.message);
    expect(both.value.state).toMatchObject({ state: "nudging", running: 2, pending: null });
    expect(problem(both.value.state, { type: "block", by: ana, version: 1 })).toBe("stale_version");
  });

  it("is retired with a reason, and may be drafted again", () => {
    expect(problem(watching(), { type: "retire", by: ana, reason: " " })).toBe("reason_required");
    const retired = checkAfter(drafting(), approved(ana), approved(ben), {
      type: "retire",
      by: ana,
      reason: "The linter has it now.",
    });
    expect(retired).toMatchObject({ state: "retired", running: null, pending: null });
    expect(problem(retired, { type: "retire", by: ana, reason: "Again." })).toBe("check_retired");
    const again = decide(retired, drafting());
    if (!again.ok) throw new Error(again.error.message);
    expect(again.value.state).toMatchObject({ state: "drafted", pending: 2, running: null });
  });

  it.each([
    ["an agent cannot approve it", drafting(), { type: "approve", by: WRITER, version: 1 }, "not_a_person"],
    ["an agent cannot watch by it", drafting(), { type: "watch", by: WRITER, version: 1 }, "not_a_person"],
    ["an agent cannot retire it", drafting(), { type: "retire", by: WRITER, reason: "No." }, "not_a_person"],
    [
      "a version that it never had",
      drafting(),
      { type: "watch", by: ana, version: 2 },
      "no_such_check_version",
    ],
    ["the same draft again", drafting(), drafting(), "same_check"],
    [
      "a draft by an outsider",
      drafting(),
      drafting({ check: other, by: { id: "eve", trust: "outsider" } }),
      "not_trusted",
    ],
    [
      "a draft that the audit log cannot hold",
      drafting(),
      drafting({ check: { kind: "text", tokens: Array.from({ length: 400 }, () => "x".repeat(100)) } }),
      "invalid_check",
    ],
  ] as const)("refuses %s", (_what, first, command, code) => {
    expect(problem(checkAfter(first), command)).toBe(code);
  });

  it("refuses a second approval by one person, and an answer to a check that is not there", () => {
    expect(problem(checkAfter(drafting(), approved(ana)), approved(ana))).toBe("already_approved_by_you");
    expect(problem(watching(), approved(cleo))).toBe("already_active");
    expect(problem(watching(), { type: "watch", by: ana, version: 1 })).toBe("check_already_there");
    expect(problem(null, approved(ana))).toBe("check_not_found");
  });
});
