import { describe, expect, it } from "vitest";
import { drafting, exampleHit } from "../../../test/examples/example-check.ts";
import { applyCheckCommand } from "../../core/check/decide-check.ts";
import { effectTimeline } from "./effect-timeline.ts";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { fillCluster } from "../../../test/fill-cluster.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { EXAMPLE_TEXT, person } from "../../../test/examples/example-rule.ts";
import { INJECTION_SCHEMA } from "../../core/rule/injection.ts";
import { daysAfter } from "../../core/time/time.ts";
import { ruleId } from "../../core/rule/rule.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";
import type { Store } from "../../ports/store.ts";
import { decideRule } from "./decide-rule.ts";
import { measureRules } from "./measure-rules.ts";

const ACTIVE = "2026-03-01T09:00:00.000Z";
const at = (day: number, minute = 0): string =>
  new Date(Date.parse(daysAfter(ACTIVE, day)) + minute * 60_000).toISOString();

const partsOf = (store: Store, day: number) => ({
  ...store,
  policy: DEFAULT_RULE_POLICY,
  now: () => at(day),
});

let number = 0;
const record = (day: number, fields: Partial<Feedback> = {}): Feedback => {
  number += 1;
  return makeFeedback(number, { time: at(day, number % 600), ...fields });
};
const approved = (day: number): Feedback => record(day, { outcome: "approved", tags: [] });

/** A day's work of `rio`: so many mistakes of the cluster, and so many approvals. */
interface Day {
  readonly day: number;
  readonly mistakes: number;
  readonly approvals: number;
}

async function storeWith(
  days: readonly Day[],
  agents: readonly string[] = ["rio"],
): Promise<{ store: Store; id: string }> {
  const store = await openTestStore();
  const mistakes = days.flatMap(({ day, mistakes: count }) =>
    Array.from({ length: count }, () => record(day)),
  );
  const cluster = await fillCluster(store, mistakes);
  await store.feedback.record(
    days.flatMap(({ day, approvals }) => Array.from({ length: approvals }, () => approved(day))),
  );
  const id = ruleId({ cluster_id: cluster });
  const decide = decideRule(partsOf(store, 0));
  await decide(id, {
    type: "propose",
    id,
    by: { id: "emend", trust: "tool" },
    cluster_id: cluster,
    rule: { ...EXAMPLE_TEXT, scope: { agents, paths: [] } },
    evidence: [mistakes[0]!.id],
    confidence: 0.8,
  });
  for (const by of ["ana", "bo"]) await decide(id, { type: "approve", by: person(by), version: 1 });
  return { store, id };
}

/** A check of the rule that told `rio` of the mistake in these runs, each on its day. */
async function caughtIn(
  store: Store,
  rule: string,
  runs: readonly (readonly [string, number])[],
): Promise<void> {
  const draft = applyCheckCommand(null, drafting({ rule_id: rule }), {
    now: at(0),
    policy: DEFAULT_RULE_POLICY,
  });
  if (!draft.ok) throw new Error(draft.error.message);
  await store.checks.save(draft.value);
  const { id: check_id } = draft.value.state;
  const hits = runs.map(([run, day], n) => exampleHit(n, { check_id, run, time: at(day) }));
  await store.checks.report({ time: at(1), ran: [], hits });
}

const every = (from: number, to: number, step: number, mistakes: number, approvals: number): readonly Day[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_one, index) => ({
    day: from + index * step,
    mistakes,
    approvals,
  }));

describe("measureRules", () => {
  it("counts what a check caught as caught, and a tool's report of it as no recurrence", async () => {
    const { store, id } = await storeWith([...every(-20, -2, 2, 2, 2), ...every(2, 30, 2, 0, 4)]);
    const cluster = (await store.rules.find(id))!.cluster_id!;
    await caughtIn(store, id, [
      ["r-1", 10],
      ["r-2", 11],
      ["r-3", 12],
    ]);
    const tool = { author: { id: "detector", trust: "tool" } } as const;
    const later = [
      record(10, { run: "r-1", ...tool }),
      record(12, { run: "r-3" }),
      record(13, { run: "r-4", ...tool }),
    ];
    await fillCluster(store, later, { into: cluster });
    const { effects, alerts } = await measureRules(partsOf(store, 31))({ flag: false });
    // A person had to correct r-3 in spite of the check.
    expect(effects.get(id)).toMatchObject({ caught: 2, after: { events: 2, runs: 63 } });
    expect(alerts).toMatchObject([{ count: 2 }]);
    const timeline = await effectTimeline({ ...partsOf(store, 31), runs: store.runs })(
      (await store.rules.find(id))!,
    );
    expect(
      timeline?.occurrences.filter(({ time }) => time > at(0)).map(({ feedback_id }) => feedback_id),
    ).toEqual(
      later
        .slice(1)
        .map((one) => one.id)
        .toReversed(),
    );
  });

  it.each([
    {
      why: "in its first week",
      day: 6,
      days: [...every(-20, -2, 2, 2, 2), ...every(1, 5, 1, 2, 2)],
      verdict: "stabilising",
      counts: { before: { events: 17, runs: 40 }, after: { events: 10, runs: 20 } },
      flags: 0,
    },
    {
      why: "when the mistake stopped",
      day: 31,
      days: [...every(-20, -2, 2, 2, 2), ...every(2, 30, 2, 0, 4)],
      verdict: "helping",
      counts: { before: { events: 17, runs: 40 }, after: { events: 0, runs: 60 } },
      flags: 0,
    },
    {
      why: "when nothing changed for thirty days",
      day: 31,
      days: [...every(-20, -2, 2, 2, 2), ...every(2, 30, 2, 2, 2)],
      verdict: "ineffective",
      counts: { before: { events: 17, runs: 40 }, after: { events: 30, runs: 60 } },
      flags: 1,
    },
    {
      why: "one day before the thirty are over",
      day: 29,
      days: [...every(-20, -2, 2, 2, 2), ...every(2, 28, 2, 2, 2)],
      verdict: "not_enough",
      counts: { before: { events: 17, runs: 40 }, after: { events: 28, runs: 56 } },
      flags: 0,
    },
    {
      why: "when it made things worse, without waiting for the thirty days",
      day: 15,
      days: [...every(-20, -2, 2, 1, 9), ...every(2, 14, 2, 8, 2)],
      verdict: "worse",
      counts: { before: { events: 7, runs: 100 }, after: { events: 56, runs: 70 } },
      flags: 1,
    },
    {
      why: "when the agent did nothing since",
      day: 40,
      days: every(-20, -2, 2, 2, 2),
      verdict: "not_enough",
      counts: { before: { events: 17, runs: 40 }, after: { events: 0, runs: 0 } },
      flags: 0,
    },
  ])("003.7 says $verdict $why", async ({ day, days, verdict, counts, flags }) => {
    const { store, id } = await storeWith(days);
    const measured = await measureRules(partsOf(store, day))({ flag: true });
    expect(measured.effects.get(id)).toMatchObject({
      verdict,
      basis: "decided_work",
      agents: ["rio"],
      ...counts,
    });
    expect(measured.flagged).toHaveLength(flags);
    expect((await store.rules.find(id))!.status).toBe(flags === 0 ? "active" : "flagged");
    const again = await measureRules(partsOf(store, day))({ flag: true });
    expect(again.flagged).toEqual([]);
    await store.close();
  });

  it("flags nothing when only asked to look", async () => {
    const { store, id } = await storeWith([...every(-20, -2, 2, 2, 2), ...every(2, 30, 2, 2, 2)]);
    const measured = await measureRules(partsOf(store, 31))({ ruleIds: [id], flag: false });
    expect(measured.effects.get(id)?.verdict).toBe("ineffective");
    expect((await store.rules.find(id))!.status).toBe("active");
    expect(
      (await measureRules(partsOf(store, 31))({ ruleIds: ["ru_other"], flag: false })).effects.size,
    ).toBe(0);
    await store.close();
  });

  it("003.7 warns when the mistake comes back after the rule has settled, and not before", async () => {
    const { store, id } = await storeWith([
      ...every(-20, -2, 2, 2, 2),
      { day: 3, mistakes: 1, approvals: 9 },
    ]);
    expect((await measureRules(partsOf(store, 9))({ flag: true })).alerts).toEqual([]);
    const cluster = (await store.rules.find(id))!.cluster_id!;
    await fillCluster(store, [record(12), record(13, { agent: "kai" })], { into: cluster });
    const { alerts } = await measureRules(partsOf(store, 14))({ flag: true });
    expect(alerts).toMatchObject([
      { code: "rule_regression", rule_id: id, count: 1, agents: ["rio"], despite_rule: 0 },
    ]);
    await store.close();
  });

  it("counts runs instead of decisions where enough are recorded, and those with the rule where that is known", async () => {
    const { store, id } = await storeWith(every(-10, -1, 1, 1, 0));
    const inject = async (run: string, day: number, held: boolean): Promise<void> =>
      store.rules.recordInjection({
        schema: INJECTION_SCHEMA,
        run,
        agent: "rio",
        task: null,
        time: at(day),
        rules: held ? [{ rule_id: id, version: 1 }] : [],
        withheld: [],
        withheld_more: 0,
        tokens: 0,
      });
    for (let day = 1; day <= 10; day += 1) {
      for (let run = 0; run < 5; run += 1) {
        await inject(`before-${day}-${run}`, -day, false);
        await inject(`after-${day}-${run}`, day, run < 4);
      }
    }
    const cluster = (await store.rules.find(id))!.cluster_id!;
    await fillCluster(store, [record(8, { run: "after-8-0" }), record(9, { run: "after-9-4" })], {
      into: cluster,
    });
    const first = await measureRules(partsOf(store, 11))({ flag: true });
    expect(first.effects.get(id)).toMatchObject({
      basis: "runs_with_rule",
      before: { events: 7, runs: 50 },
      after: { events: 1, runs: 40 },
    });
    expect(first.alerts).toMatchObject([{ count: 2, despite_rule: 1 }]);
    await fillCluster(store, [record(9.5)], { into: cluster });
    const second = await measureRules(partsOf(store, 11))({ flag: true });
    expect(second.effects.get(id), "one recurrence names no run").toMatchObject({
      basis: "runs",
      before: { events: 7, runs: 50 },
      after: { events: 3, runs: 50 },
    });
    await store.close();
  });

  it("counts before the rule only from the first day with records on, and at most thirty days", async () => {
    const { store, id } = await storeWith([...every(-60, -50, 1, 3, 0), ...every(-5, -1, 1, 1, 1)]);
    const { effects } = await measureRules(partsOf(store, 8))({ flag: true });
    expect(effects.get(id)).toMatchObject({ before: { events: 2, runs: 10 }, before_from: "2026-02-24" });
    await store.close();
  });

  it("counts the agents that made the mistake where the rule is for everyone", async () => {
    const { store, id } = await storeWith(every(-5, -1, 1, 1, 1), []);
    await store.feedback.record(
      Array.from({ length: 50 }, () => record(2, { agent: "kai", outcome: "approved" })),
    );
    const { effects } = await measureRules(partsOf(store, 8))({ flag: true });
    expect(effects.get(id)).toMatchObject({ agents: ["rio"], after: { events: 0, runs: 0 } });
    await store.close();
  });

  it("003.7 measures a kept rule anew, and a modified one against the time before any version", async () => {
    const { store, id } = await storeWith([...every(-20, -2, 2, 2, 2), ...every(2, 30, 2, 2, 2)]);
    await measureRules(partsOf(store, 31))({ flag: true });
    const decide = (day: number) => decideRule(partsOf(store, day));
    await decide(31)(id, { type: "keep", by: person("ana"), reason: "the model changed" });
    const kept = await measureRules(partsOf(store, 33))({ flag: true });
    expect(kept.effects.get(id)).toMatchObject({ verdict: "stabilising", before: { events: 17, runs: 40 } });
    await decide(33)(id, {
      type: "modify",
      by: person("ana"),
      version: 1,
      rule: { ...EXAMPLE_TEXT, text: "Close every handle in a finally block." },
    });
    for (const by of ["ana", "bo"]) await decide(34)(id, { type: "approve", by: person(by), version: 2 });
    const modified = await measureRules(partsOf(store, 36))({ flag: true });
    expect(modified.effects.get(id)).toMatchObject({
      version: 2,
      verdict: "stabilising",
      before: { events: 17, runs: 40 },
      after: { events: 0, runs: 0 },
    });
    await store.close();
  });

  /** Runs of `rio` with these models, by day: `before` the rule with one, since with another. */
  async function recordRuns(
    store: Store,
    id: string,
    models: { before: string; after: string },
  ): Promise<void> {
    const days = Array.from({ length: 36 }, (_one, index) => index - 15).filter((day) => day !== 0);
    for (const day of days) {
      for (let run = 0; run < 3; run += 1) {
        await store.rules.recordInjection({
          schema: INJECTION_SCHEMA,
          run: `run-${day}-${run}`,
          agent: "rio",
          task: null,
          time: at(day, run),
          rules: day > 0 ? [{ rule_id: id, version: 1 }] : [],
          withheld: [],
          withheld_more: 0,
          tokens: 0,
          model: day > 0 ? models.after : models.before,
        });
      }
    }
  }

  it("never credits a new model to the rule", async () => {
    const { store, id } = await storeWith(every(-15, -1, 1, 2, 0));
    await recordRuns(store, id, { before: "opus-4", after: "opus-5" });
    const { effects } = await measureRules(partsOf(store, 21))({ flag: true });
    expect(effects.get(id)).toMatchObject({
      verdict: "not_enough",
      basis: "runs_with_rule",
      compared_with: "nothing",
      interval: null,
      led_to_rule: 3,
      by_model: [
        { model: "opus-4", before: { events: 30, runs: 45 }, after: { events: 0, runs: 0 } },
        { model: "opus-5", before: { events: 0, runs: 0 }, after: { events: 0, runs: 60 } },
      ],
    });
    await store.close();
  });

  it("compares with mistakes of the same agent and days that no rule was made against", async () => {
    const { store, id } = await storeWith(every(-15, -1, 1, 2, 0));
    await recordRuns(store, id, { before: "opus-4", after: "opus-4" });
    const measured = async () => (await measureRules(partsOf(store, 21))({ flag: true })).effects.get(id);
    expect(await measured()).toMatchObject({
      verdict: "helping",
      compared_with: "past",
      least_reduction: 0.5,
    });
    await fillCluster(store, [
      ...Array.from({ length: 45 }, (_one, n) => record(-15 + (n % 15))),
      ...Array.from({ length: 20 }, (_one, n) => record(1 + n)),
    ]);
    expect(await measured()).toMatchObject({
      verdict: "helping",
      compared_with: "past_and_others",
      least_reduction: 0.25,
    });
    await store.close();
  });

  it("knows nothing of a person's own rule without feedback", async () => {
    const store = await openTestStore();
    const rule = EXAMPLE_TEXT;
    const id = ruleId(rule);
    const decide = decideRule(partsOf(store, 0));
    await decide(id, {
      type: "propose",
      id,
      by: person("cy"),
      cluster_id: null,
      rule,
      evidence: [],
      confidence: null,
    });
    for (const by of ["ana", "bo"]) await decide(id, { type: "approve", by: person(by), version: 1 });
    const { effects } = await measureRules(partsOf(store, 40))({ flag: true });
    expect(effects.get(id)).toMatchObject({ basis: "none", verdict: "not_enough", reduction: null });
    await store.close();
  });
});
