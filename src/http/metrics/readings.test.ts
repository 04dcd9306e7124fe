import { afterEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { makeSubmission } from "../../../test/contract/make-submission.ts";
import { fillCluster } from "../../../test/fill-cluster.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { decideRule } from "../../app/rule/decide-rule.ts";
import { daysAfter } from "../../core/time/time.ts";
import { EXAMPLE_TEXT, person } from "../../../test/examples/example-rule.ts";
import { ruleId } from "../../core/rule/rule.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";
import type { Store } from "../../ports/store.ts";
import { readingsOf } from "./readings.ts";

const START = "2026-03-01T09:00:00.000Z";
let store: Store | undefined;
afterEach(async () => {
  await store?.close();
});

/** What one part of a scrape tells, as text. */
async function told(part: string, over: Store, now: string): Promise<readonly string[]> {
  const parts = {
    store: over,
    events: over.events,
    groups: ["g"],
    policy: DEFAULT_RULE_POLICY,
    now: () => now,
  };
  const reading = readingsOf(parts).find((each) => each.part === part)!;
  const samples = await reading.read();
  expect(samples.every(({ metric }) => reading.metrics.includes(metric))).toBe(true);
  return samples.map(({ metric, labels, value }) =>
    [metric.replace("emend_", ""), ...Object.values(labels), Math.round(value * 1_000) / 1_000].join(" "),
  );
}

async function propose(over: Store, cluster: string, now: string, approvers: readonly string[]) {
  const id = ruleId({ cluster_id: cluster });
  const decide = decideRule({ ...over, policy: DEFAULT_RULE_POLICY, now: () => now });
  await decide(id, {
    type: "propose",
    id,
    by: { id: "emend", trust: "tool" },
    cluster_id: cluster,
    rule: { ...EXAMPLE_TEXT, scope: { agents: ["rio"], paths: [] } },
    evidence: ["fb_1"],
    confidence: 0.8,
  });
  for (const by of approvers) await decide(id, { type: "approve", by: person(by), version: 1 });
  return id;
}

describe("what is read from the store", () => {
  it("work that waits by gate, and since when", async () => {
    store = await openTestStore();
    const submissions = [1, 2, 3].map((n) => makeSubmission(n));
    for (const submission of submissions) await store.submissions.submit(submission);
    const { gate, submitted_at: oldest } = submissions[0]!;
    expect(await told("submissions", store, daysAfter(oldest, 30))).toEqual([
      `submissions_waiting ${gate} 3`,
      `submissions_overdue ${gate} 3`,
      `submissions_oldest_age_seconds ${30 * 86_400}`,
    ]);
  });

  it("proposals that wait, rules by status, and what a rule did to its mistake", async () => {
    store = await openTestStore();
    const day = (n: number, fields = {}) =>
      makeFeedback(500 + n, { time: daysAfter(START, n / 10), ...fields });
    const mistakes = [
      ...Array.from({ length: 100 }, (_, n) => day(-n - 20)),
      ...[100, 200].map((n) => day(n)),
    ];
    const cluster = await fillCluster(store, mistakes);
    const fine = { outcome: "approved", tags: [] } as const;
    await store.feedback.record(
      Array.from({ length: 300 }, (_, n) =>
        makeFeedback(9_000 + n, { ...fine, time: daysAfter(START, n / 10) }),
      ),
    );
    const id = await propose(store, cluster, START, ["ana", "bo"]);
    await propose(store, "another", daysAfter(START, 29), ["ana"]);
    const now = daysAfter(START, 31);
    expect(await told("proposals", store, now)).toEqual([
      "proposals_pending 1",
      `proposals_oldest_age_seconds ${2 * 86_400}`,
    ]);
    expect(await told("rules", store, now)).toEqual([
      "rules proposed 1",
      "rules active 1",
      "rules flagged 0",
      "rules rejected 0",
      "rules expired 0",
      "rules retired 0",
    ]);
    const [effect, ...more] = await told("effects", store, now);
    expect(more).toEqual([]);
    expect(effect).toMatch(new RegExp(`^rule_recurrence_ratio ${id} 0\\.0\\d*$`));
    expect((await store.rules.find(id))?.flag).toBeNull();
  });

  it("how far the event log and the outbox are behind", async () => {
    store = await openTestStore();
    await store.feedback.record([1, 2].map((n) => makeFeedback(n)));
    expect(await told("outbox", store, START)).toEqual(["outbox_events 2"]);
    await store.outbox.relay(10, (events) => store!.events.publish(events));
    expect(await told("outbox", store, START)).toEqual(["outbox_events 0"]);
    expect(await told("events", store, START)).toEqual([
      "events_waiting g 2",
      "events_pending g 0",
      "events_dead g 0",
    ]);
  });
});
