import type { RuleActor } from "../feedback/feedback.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AuditAct } from "../audit/audit-entry.ts";
import { daysAfter } from "../time/time.ts";
import { applyRuleCommand } from "./decide-rule.ts";
import { EXAMPLE_ID, EXAMPLE_TEXT, EXAMPLE_TIME } from "../../../test/examples/example-rule.ts";
import { findVersion, type Rule, statusOf } from "./rule.ts";
import type { RuleCommand } from "./rule-command.ts";
import { DEFAULT_RULE_POLICY, type RulePolicy } from "../evaluation/rule-policy.ts";
import { ruleSchema } from "./rule-schema.ts";

const actor: fc.Arbitrary<RuleActor> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom("ana", "ben", "cleo", "dan").map((id) => ({ id, trust: "person" as const })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("reviewer_bot", "tool", "outsider")
      .map((trust) => ({ id: `a ${trust}`, trust })),
  },
);
const text = fc.constantFrom("Use a.", "Use b.", "Use c.");
const words = text.map((said) => ({ ...EXAMPLE_TEXT, text: said }));
const version = fc.integer({ min: 1, max: 6 });
const reason = fc.constantFrom("", "because", "too broad");

const command: fc.Arbitrary<RuleCommand> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("propose" as const),
      by: actor,
      id: fc.constant(EXAMPLE_ID),
      cluster_id: fc.constant("cl_1"),
      rule: words,
      evidence: fc.subarray(["fb_1", "fb_2", "fb_3", "fb_4"]),
      confidence: fc.constant(null),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("propose" as const),
      by: actor,
      id: fc.constant(EXAMPLE_ID),
      cluster_id: fc.constant("cl_1"),
      rule: fc.constant({ ...EXAMPLE_TEXT, text: "" }),
      wants_words: fc.constant({ why: "They disagree.", suggestions: ["Use a."] }),
      evidence: fc.subarray(["fb_1", "fb_2", "fb_3", "fb_4"]),
      confidence: fc.constant(null),
    }),
  },
  { weight: 8, arbitrary: fc.record({ type: fc.constant("approve" as const), by: actor, version }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("reject" as const), by: actor, version, reason }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("modify" as const), by: actor, version, rule: words }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("defer" as const), by: actor, version, reason }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("expire" as const), by: actor, version }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("retire" as const), by: actor, reason }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("roll_back" as const), by: actor, to: version, reason }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("flag" as const),
      by: actor,
      version,
      verdict: fc.constantFrom("worse" as const, "ineffective" as const),
      reduction: fc.constant(0),
      reason,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("keep" as const), by: actor, reason }) },
);

/** One moment: some people read the rule, each asks for something on what they read, and the store takes turns. */
const moment = fc.record({
  asked: fc.array(command, { minLength: 1, maxLength: 4 }),
  days: fc.constantFrom(0, 0, 0, 1, 8, 31),
});

const policyOf = fc.record({ approvers: fc.integer({ min: 1, max: 3 }), proposerMayApprove: fc.boolean() });

interface Store {
  rule: Rule | null;
  readonly acts: AuditAct[];
  readonly votes: Set<string>;
}

/** Compare and set, as every store does it: what was decided on another revision is not saved. */
function save(store: Store, read: Rule | null, next: Rule, acts: readonly AuditAct[]): boolean {
  if ((store.rule?.revision ?? 0) !== (read?.revision ?? 0)) return false;
  store.rule = next;
  store.acts.push(...acts);
  return true;
}

describe("003.5 rules under any commands in any order", () => {
  it("are in force only with the approvals that their version needs, lose no vote and tell everything", () => {
    let [activated, collided] = [0, 0];
    fc.assert(
      fc.property(policyOf, fc.array(moment, { minLength: 4, maxLength: 20 }), (parts, moments) => {
        const policy: RulePolicy = { ...DEFAULT_RULE_POLICY, ...parts };
        const store: Store = { rule: null, acts: [], votes: new Set() };
        let now = EXAMPLE_TIME;
        for (const { asked, days } of moments) {
          now = daysAfter(now, days);
          const read = store.rule;
          let winners = 0;
          for (const each of asked) {
            const decided = applyRuleCommand(read, aimed(each, read), { now, policy });
            if (!decided.ok) continue;
            const saved = save(store, read, decided.value.state, decided.value.acts);
            if (saved) {
              winners += 1;
              remember(store, aimed(each, read));
              checkActs(read, decided.value.state, decided.value.acts, each);
            } else collided += 1;
          }
          expect(winners).toBeLessThanOrEqual(1);
          if (store.rule !== null) {
            checkRule(store.rule, policy);
            checkNothingLost(store, read);
            if (store.rule.in_force !== null) activated += 1;
          }
        }
      }),
      { numRuns: 400 },
    );
    expect(activated).toBeGreaterThan(100);
    expect(collided).toBeGreaterThan(100);
  });

  it("give one winner and one loser who may ask again, when two people approve the same revision", () => {
    const policy = DEFAULT_RULE_POLICY;
    const store: Store = { rule: null, acts: [], votes: new Set() };
    const by = (id: string): RuleActor => ({ id, trust: "person" });
    const first = applyRuleCommand(
      null,
      {
        type: "propose",
        by: by("ana"),
        id: EXAMPLE_ID,
        cluster_id: null,
        rule: EXAMPLE_TEXT,
        evidence: [],
        confidence: null,
      },
      { now: EXAMPLE_TIME, policy },
    );
    if (!first.ok) throw new Error(first.error.message);
    save(store, null, first.value.state, first.value.acts);
    const read = store.rule;
    const votes = ["ben", "cleo"].map((id) => ({ type: "approve", by: by(id), version: 1 }) as const);
    const saved = votes.map((vote) => {
      const decided = applyRuleCommand(read, vote, { now: EXAMPLE_TIME, policy });
      return decided.ok && save(store, read, decided.value.state, decided.value.acts);
    });
    expect(saved).toEqual([true, false]);
    expect(store.rule?.status).toBe("proposed");
    const again = applyRuleCommand(store.rule, votes[1]!, { now: EXAMPLE_TIME, policy });
    expect(again).toMatchObject({ ok: true, value: { state: { status: "active" } } });
  });
});

/** Most askers name the version they see; the rest shows what a wrong one does. */
function aimed(each: RuleCommand, read: Rule | null): RuleCommand {
  if (read === null || !("version" in each) || each.version > 4) return each;
  return { ...each, version: read.pending ?? read.in_force ?? each.version };
}

function remember(store: Store, done: RuleCommand): void {
  if (done.type === "approve") store.votes.add(`${done.version} ${done.by.id}`);
}

function checkRule(rule: Rule, policy: RulePolicy): void {
  expect(ruleSchema.safeParse(rule).error).toBeUndefined();
  expect(rule.status).toBe(statusOf(rule));
  const inForce = findVersion(rule, rule.in_force);
  if (inForce === undefined) return;
  expect(inForce.wants_words).toBeUndefined();
  expect(inForce.text).not.toBe("");
  const people = new Set(inForce.approvals.map(({ by }) => by));
  const others = [...people].filter((id) => id !== inForce.proposed_by.id);
  expect(people.size).toBe(inForce.approvals.length);
  expect(people.size).toBeGreaterThanOrEqual(policy.approvers);
  expect(others.length).toBeGreaterThanOrEqual(policy.proposerMayApprove ? 1 : policy.approvers);
  for (const id of people) expect(["ana", "ben", "cleo", "dan"]).toContain(id);
  for (const { at } of inForce.approvals) expect(at < inForce.expires_at).toBe(true);
}

function checkNothingLost(store: Store, before: Rule | null): void {
  const kept = new Set(
    store.rule!.versions.flatMap(({ version: number, approvals }) =>
      approvals.map(({ by }) => `${number} ${by}`),
    ),
  );
  expect(kept).toEqual(store.votes);
  // A version's words never change, whatever is decided about it.
  for (const old of before?.versions ?? [])
    expect(findVersion(store.rule!, old.version)?.text).toBe(old.text);
}

function checkActs(before: Rule | null, after: Rule, acts: readonly AuditAct[], done: RuleCommand): void {
  expect(acts.length).toBeGreaterThan(0);
  expect(after.revision).toBe((before?.revision ?? 0) + 1);
  for (const act of acts) {
    expect(act).toMatchObject({ actor: done.by.id, subject: after.id, detail: { revision: after.revision } });
  }
  const actions = acts.map(({ action }) => action);
  expect(actions.includes("rule.activated")).toBe(
    after.in_force !== null && after.in_force !== before?.in_force,
  );
  expect(actions.includes("rule.retired")).toBe(
    before !== null && before.in_force !== null && after.in_force === null,
  );
  const superseded = (rule: Rule | null): number =>
    rule?.versions.filter(({ status }) => status === "superseded").length ?? 0;
  expect(actions.filter((action) => action === "rule.superseded").length).toBe(
    superseded(after) - superseded(before),
  );
}
