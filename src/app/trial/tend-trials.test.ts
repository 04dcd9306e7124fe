import { drafting, exampleHit } from "../../../test/examples/example-check.ts";
import { applyCheckCommand } from "../../core/check/decide-check.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { composeEmend, type Emend } from "../../compose.ts";
import { EXAMPLE_TEXT, person, proposing } from "../../../test/examples/example-rule.ts";
import { decideAndSave } from "../../../test/contract/decide-and-save.ts";
import { ruleId } from "../../core/rule/rule.ts";
import type { RuleCommand } from "../../core/rule/rule-command.ts";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { bringIntoForce } from "../../../test/active-rules.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { testPorts } from "../../../test/test-ports.ts";
import { daysAfter } from "../../core/time/time.ts";
import { DEFAULT_TRIAL_POLICY } from "../../core/trial/trial-policy.ts";
import type { Trial } from "../../core/trial/trial.ts";
import type { Store } from "../../ports/store.ts";

const START = "2026-03-10T09:00:00.000Z";
const TEXT = "Close every file handle in a finally block.";

describe("a trial from its start to its end", () => {
  let store: Store;
  let emend: Emend;
  let now = START;
  let made = 0;
  beforeEach(async () => {
    now = START;
    store = await openTestStore();
    emend = composeEmend(testPorts(store, { now: () => now }));
  });
  afterEach(() => store.close());

  /** The mistake of a cluster once more, in work of a run. */
  const mistake = async (
    cluster: string,
    parts: {
      readonly run?: string;
      readonly task?: string;
      readonly category?: "security";
      readonly author?: Feedback["author"];
    } = {},
  ): Promise<string> => {
    made += 1;
    const record = makeFeedback(made, { event_id: `mistake ${made}`, time: now, ...parts });
    await store.feedback.record([record]);
    const member = {
      feedback_id: record.id,
      score: 0.9,
      reasons: [],
      time: record.time,
      author: record.author.id,
      trust: record.author.trust,
      agent: "rio",
    };
    const joined = await store.clusters.join({ ...member, cluster_id: cluster });
    if (joined === undefined) await store.clusters.found(cluster, [{ ...member, cluster_id: cluster }]);
    return record.id;
  };
  /** Runs and mistakes of the last four weeks, so that a forecast is possible. */
  const lately = async (cluster: string): Promise<void> => {
    for (let day = 20; day > 0; day -= 1) {
      now = daysAfter(START, -day);
      for (const n of [1, 2]) {
        const run = `${cluster} ${day} ${n}`;
        await emend.rules.buildPrompt({ agent: "rio", base: "", run });
        if (n === 1) await mistake(cluster, { run });
      }
    }
    now = START;
  };
  const ruleOf = async (cluster: string, text = TEXT): Promise<string> => {
    await lately(cluster);
    return bringIntoForce(store, text, { clusterId: cluster });
  };
  const start = async (rule_id: string, parts: object = {}): Promise<Trial> => {
    const started = await emend.trials.start({ rule_id, by: person("ana"), ...parts });
    if (!started.ok) throw new Error(started.error.message);
    return started.value;
  };
  const refusal = async (rule_id: string, parts: object = {}): Promise<string> => {
    const started = await emend.trials.start({ rule_id, by: person("ana"), ...parts });
    return started.ok ? "started" : started.error.code;
  };
  /** An agent that makes the mistake in these shares of its tasks, with and without the rule. */
  const work = async (
    cluster: string,
    { given, withheld }: { readonly given: number; readonly withheld: number },
    most: number,
  ): Promise<number> => {
    for (let n = 1; n <= most; n += 1) {
      now = daysAfter(START, n / 40);
      const [task, run] = [`${cluster} T-${n}`, `${cluster} R-${n}`];
      const built = await emend.rules.buildPrompt({ agent: "rio", base: "", run, task });
      if (!built.ok) throw new Error(built.error.message);
      const rate = built.value.prompt.includes(TEXT) ? given : withheld;
      if ((n * 0.618_033_988_7) % 1 < rate) await mistake(cluster, { run });
      if (n % 20 === 0 && (await emend.trials.tend()).ended.length > 0) return n;
    }
    return most;
  };
  const shown = async (id: string) => {
    const found = await emend.trials.show(id);
    if (!found.ok) throw new Error(found.error.message);
    return found.value;
  };

  it("does not count what a tool repeats after a check told the agent", async () => {
    const rule = await ruleOf("cl-1");
    const trial = await start(rule);
    const drafted = applyCheckCommand(null, drafting({ rule_id: rule }), { now, policy: emend.policy });
    if (!drafted.ok) throw new Error(drafted.error.message);
    await store.checks.save(drafted.value);
    now = daysAfter(START, 1);
    for (const run of ["r-1", "r-2"]) await emend.rules.buildPrompt({ agent: "rio", base: "", run });
    const check_id = drafted.value.state.id;
    await store.checks.report({
      time: now,
      ran: [],
      hits: [exampleHit(1, { check_id, run: "r-1", time: now })],
    });
    const by = { id: "detector", trust: "tool" } as const;
    await mistake("cl-1", { run: "r-1", author: by });
    await mistake("cl-1", { run: "r-2", author: by });
    expect((await emend.trials.tend()).counted).toBe(1);
    const { evidence } = await shown(trial.id);
    expect(evidence.tally.given + evidence.tally.withheld).toBe(1);
  });

  it("21.1 keeps a rule that works, and gives it to every task from then on", async () => {
    const rule = await ruleOf("cl-1");
    const trial = await start(rule);
    expect(trial.forecast).toMatchObject({ is_too_rare: false });
    const tasks = await work("cl-1", { given: 0.05, withheld: 0.5 }, 400);
    expect(tasks).toBeLessThan(300);
    const { trial: ended, evidence } = await shown(trial.id);
    expect(ended).toMatchObject({ state: "stopped", end: { by: "emend", verdict: "works" } });
    expect(evidence.tasks.given + evidence.tasks.withheld).toBe(tasks);
    expect(await store.rules.find(rule)).toMatchObject({ status: "active", in_force: 1 });
    for (const task of ["a", "b", "c", "d", "e", "f"]) {
      const built = await emend.rules.buildPrompt({ agent: "rio", base: "", run: task, task });
      expect(built.ok && built.value.prompt).toContain(TEXT);
    }
    expect(await emend.trials.tend()).toEqual({ counted: 0, ended: [] });
  });

  it("21.1 retires a rule that harms at once, with the evidence as the reason", async () => {
    const rule = await ruleOf("cl-1");
    const trial = await start(rule);
    await work("cl-1", { given: 0.5, withheld: 0.05 }, 400);
    expect((await shown(trial.id)).trial.end).toMatchObject({ verdict: "harms" });
    const retired = await store.rules.find(rule);
    expect(retired).toMatchObject({ status: "retired", in_force: null, last_answer: { by: "emend" } });
    expect(retired!.last_answer!.reason).toContain(`trial ${trial.id}: the rule makes its mistake more`);
    const acts = (await store.audit.list({ limit: 5 })).map(({ action }) => action);
    expect(acts).toEqual(expect.arrayContaining(["trial.decided", "rule.retired"]));
  });

  it.each([
    { retire: false, status: "flagged" },
    { retire: true, status: "retired" },
  ])(
    "21.1 with trials.retire $retire a rule that makes no difference is $status",
    async ({ retire, status }) => {
      emend = composeEmend(
        testPorts(store, { now: () => now, trialPolicy: { ...DEFAULT_TRIAL_POLICY, retire } }),
      );
      const rule = await ruleOf("cl-1");
      const trial = await start(rule, { kind: "withdrawal", margin: 1 });
      await work("cl-1", { given: 0.9, withheld: 0.9 }, 1_000);
      expect((await shown(trial.id)).trial.end).toMatchObject({ verdict: "makes no difference" });
      expect(await store.rules.find(rule)).toMatchObject({ status });
    },
  );

  it("21.1 takes several mistakes in one task as one, and those without a run as no evidence", async () => {
    const rule = await ruleOf("cl-1");
    const trial = await start(rule);
    for (const run of ["R-1", "R-2"]) {
      await emend.rules.buildPrompt({ agent: "rio", base: "", run, task: "T-1" });
      await mistake("cl-1", { run });
    }
    await mistake("cl-1", { task: "T-1" });
    await mistake("cl-1");
    await mistake("cl-1", { run: "nobody knows it" });
    expect(await emend.trials.tend()).toMatchObject({ counted: 1 });
    // The record of a run may be late, so the other two wait for an hour.
    expect((await shown(trial.id)).evidence.unassigned).toBe(0);
    now = daysAfter(START, 0.1);
    expect(await emend.trials.tend()).toMatchObject({ counted: 0 });
    const { evidence } = await shown(trial.id);
    expect(evidence.unassigned).toBe(2);
    expect(evidence.tally.given + evidence.tally.withheld).toBe(1);
  });

  it("21.1 ends a trial whose rule was retired or changed", async () => {
    const rule = await ruleOf("cl-1");
    const trial = await start(rule);
    await emend.rules.decide(rule, { type: "retire", by: person("ana"), reason: "The API is gone." });
    await emend.trials.tend();
    expect((await shown(trial.id)).trial.end).toMatchObject({
      by: "emend",
      verdict: null,
      reason: "the rule is retired",
    });
  });

  it("21.1 refuses what cannot be tried, and says why", async () => {
    const rule = await ruleOf("cl-1");
    expect(await refusal("ru_none")).toBe("rule_not_found");
    expect(await refusal(rule, { share: 1 })).toBe("invalid_share");
    expect(await refusal(rule, { by: { id: "bot", trust: "tool" } })).toBe("not_a_person");
    const own = await bringIntoForce(store, "Name every test.");
    expect(await refusal(own)).toBe("unknown_mistake");
    const rare = await bringIntoForce(store, "Sort imports.", { clusterId: "cl-2" });
    expect(await refusal(rare)).toBe("mistake_too_rare");
    expect(await refusal(rare, { anyway: true })).toBe("started");
    expect(await refusal(rare, { anyway: true })).toBe("trial_running");
  });

  it("21.1 exempts rules from security feedback and those that people mark", async () => {
    const rule = await ruleOf("cl-1");
    const trial = await start(rule);
    const exempted = await emend.trials.exempt(rule, { by: person("ben"), reason: "It protects payments." });
    expect(exempted).toMatchObject({ ok: true, value: { stopped: { id: trial.id } } });
    expect(await refusal(rule)).toBe("rule_exempt");
    await emend.trials.endExemption(rule, { by: person("ben"), reason: "The library checks it." });
    expect(await refusal(rule)).toBe("started");
    const evidence = await mistake("cl-3", { category: "security" });
    const id = ruleId({ cluster_id: "cl-3" });
    const text = { ...EXAMPLE_TEXT, text: "Never log tokens." };
    const proposal = proposing(person("ana"), text) as Extract<RuleCommand, { type: "propose" }>;
    await decideAndSave(store.rules, {
      id,
      command: { ...proposal, id, cluster_id: "cl-3", evidence: [evidence] },
    });
    expect(await refusal(id, { anyway: true })).toBe("rule_exempt");
  });

  it("21.1 goes on after a crash between what a verdict does to the rule and the end of the trial", async () => {
    const rule = await ruleOf("cl-1");
    const trial = await start(rule);
    const broken: Store = {
      ...store,
      trials: { ...store.trials, save: () => Promise.reject(new Error("killed")) },
    };
    const dying = composeEmend(testPorts(broken, { now: () => now }));
    const healthy = emend;
    emend = { ...healthy, trials: { ...healthy.trials, tend: async () => ({ counted: 0, ended: [] }) } };
    await work("cl-1", { given: 0.6, withheld: 0.05 }, 200);
    await expect(dying.trials.tend()).rejects.toThrow("killed");
    expect(await store.rules.find(rule)).toMatchObject({ status: "retired" });
    expect((await shown(trial.id)).trial.state).toBe("running");
    expect((await healthy.trials.tend()).ended).toMatchObject([{ id: trial.id, end: { verdict: "harms" } }]);
  });
});
