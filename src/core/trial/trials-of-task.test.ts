import { describe, expect, it } from "vitest";
import { buildAgentPrompt } from "../rule/build-agent-prompt.ts";
import { DEFAULT_RULE_POLICY } from "../evaluation/rule-policy.ts";
import { injectedArms, injectionSchema, withoutTrials } from "../rule/injection.ts";
import { activeRule } from "../../../test/examples/example-rule.ts";
import { onTrial, trialsOfTask } from "./trials-of-task.ts";
import type { TrialAssignment } from "./trial.ts";

const assignment = (rule_id: string, parts: Partial<TrialAssignment> = {}): TrialAssignment => ({
  id: `tr_${rule_id}`,
  rule_id,
  version: 1,
  share: 0.5,
  secret: `secret of ${rule_id}`,
  ...parts,
});
const tasks = Array.from({ length: 2_000 }, (_, n) => `T-${n}`);
const armsOf = (one: TrialAssignment, agent: string): readonly string[] =>
  tasks.map((task) => trialsOfTask([one], agent, task)!({ rule_id: one.rule_id, version: 1 })!.arm);

describe("the trials of a task", () => {
  it("21.1 give a task the same arm each time, and about the right share of them each arm", () => {
    for (const share of [0.5, 0.8]) {
      const one = assignment("ru_1", { share });
      const arms = armsOf(one, "rio");
      expect(armsOf(one, "rio")).toEqual(arms);
      const given = arms.filter((arm) => arm === "given").length / arms.length;
      expect(Math.abs(given - share)).toBeLessThan(0.04);
    }
  });

  it("21.1 assign agents, rules and trials independently", () => {
    const arms = armsOf(assignment("ru_1"), "rio");
    const others = [
      armsOf(assignment("ru_1"), "kai"),
      armsOf(assignment("ru_2"), "rio"),
      armsOf(assignment("ru_1", { secret: "another" }), "rio"),
    ];
    for (const other of others) {
      const same = other.filter((arm, n) => arm === arms[n]).length / arms.length;
      expect(Math.abs(same - 0.5)).toBeLessThan(0.05);
    }
  });

  it("21.1 take no other version of the rule, and no work without a name", () => {
    const one = assignment("ru_1");
    expect(trialsOfTask([one], "rio", "T-1")!({ rule_id: "ru_1", version: 2 })).toBeUndefined();
    expect(trialsOfTask([one], "rio", "T-1")!({ rule_id: "ru_2", version: 1 })).toBeUndefined();
    expect(trialsOfTask([one], "rio", undefined)).toBeUndefined();
    expect(trialsOfTask([], "rio", "T-1")).toBeUndefined();
    expect(onTrial([one])({ rule_id: "ru_1", version: 1 })).toBe(true);
    expect(onTrial([one])({ rule_id: "ru_1", version: 2 })).toBe(false);
  });
});

describe("a prompt with rules on trial", () => {
  const rules = [activeRule(1, { text: "Close every handle." }), activeRule(2, { text: "Name every test." })];
  const [tried, other] = rules;
  const one = assignment(tried!.rule_id);
  const build = (task: string, similar?: () => boolean, policy = DEFAULT_RULE_POLICY) => {
    const trialOf = trialsOfTask([one], "rio", task)!;
    const run = { run: "r-1", task, now: "2026-03-01T09:00:00.000Z", policy, trialOf };
    const built = buildAgentPrompt("rio", "", rules, similar === undefined ? run : { ...run, similar });
    return { ...built, arm: trialOf(tried!)!.arm };
  };
  const withArm = (arm: string): string =>
    tasks.find((task) => trialsOfTask([one], "rio", task)!(tried!)!.arm === arm)!;

  it("21.1 has the rule or not, and the record says which with the share", () => {
    const given = build(withArm("given"));
    expect(given.prompt).toContain("Close every handle.");
    expect(injectedArms(given.injection)).toEqual([{ trial_id: one.id, arm: "given" }]);
    expect(given.injection.rules).toContainEqual({
      rule_id: tried!.rule_id,
      version: 1,
      trial: { id: one.id, share: 0.5 },
    });
    const without = build(withArm("withheld"));
    expect(without.prompt).not.toContain("Close every handle.");
    expect(without.prompt).toContain("Name every test.");
    expect(without.injection.withheld).toEqual([
      { rule_id: tried!.rule_id, version: 1, reason: "trial", trial: { id: one.id, share: 0.5 } },
    ]);
    expect(without.injection.tokens).toBeLessThan(given.injection.tokens);
    for (const { injection } of [given, without]) expect(injectionSchema.parse(injection)).toEqual(injection);
  });

  it("21.1 shows nobody the arm", () => {
    for (const arm of ["given", "withheld"]) {
      const shown = JSON.stringify(withoutTrials(build(withArm(arm)).injection));
      expect(shown).not.toMatch(/trial|tr_/);
    }
  });

  it("21.1 keeps the other rules the same in both arms, also if not all of them fit", () => {
    const crowded = { ...DEFAULT_RULE_POLICY, rulesPerAgent: 1 };
    for (const policy of [DEFAULT_RULE_POLICY, crowded]) {
      const others = ["given", "withheld"].map((arm) =>
        build(withArm(arm), () => true, policy).prompt.includes(other!.text),
      );
      expect(others[0]).toBe(others[1]);
    }
  });

  it("21.1 has no arm for a rule that the task does not need", () => {
    const elsewhere = { ...tried!, scope: { agents: [], paths: ["docs/**"] } };
    const { injection } = buildAgentPrompt("rio", "", [elsewhere], {
      run: "r-1",
      now: "2026-03-01T09:00:00.000Z",
      files: ["src/a.ts"],
      policy: DEFAULT_RULE_POLICY,
      trialOf: trialsOfTask([one], "rio", "T-1")!,
    });
    expect(injectedArms(injection)).toEqual([]);
  });
});
