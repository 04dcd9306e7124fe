import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLearningLoop, saidOn } from "../../../test/learning-loop.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { proposeOwnRule } from "../rule/propose-own-rule.ts";
import { findReminders } from "../reminder/find-reminders.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import type { Store } from "../../ports/store.ts";

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const HANDLES = [
  saidOn(1, { comment: "The stream is never closed when parsing throws; close it in a finally block." }),
  saidOn(2, { comment: "Close the stream in a finally block, it leaks when parsing throws.", author: "ben" }),
  saidOn(3, { comment: "This stream leaks if the parser throws. Close it in finally.", author: "cem" }),
] as const;

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

describe("003.8 the first occurrence is looked at again", () => {
  it.each(ORDERS)("17.5 in the order %i, %i, %i of arrival", async (...order) => {
    const { learn, standings, edgeCases } = await openLearningLoop(store);
    const records = order.map((at) => HANDLES[at]);
    const [first, second, third] = records;
    await learn(first!);
    expect(await standings(first!)).toEqual(["edge_case"]);
    await learn(second!);
    expect(new Set(await standings(first!, second!)).size, "both count as the same").toBe(1);
    expect(await edgeCases()).toEqual([]);
    await learn(third!);
    expect(new Set(await standings(...records))).toEqual(new Set(["generalizable_high"]));
    expect(await store.evaluations.find(first!.id)).toMatchObject({
      evaluation: { similar_feedback_ids: expect.arrayContaining([second!.id, third!.id]) },
      history: [{ classification: "edge_case", rationale: expect.stringContaining("seen once") }],
    });
  });

  it("17.5 joins all in one batch as well, and by two for one person's words", async () => {
    const { evaluate, standings } = await openLearningLoop(store);
    const two = [
      HANDLES[0],
      saidOn(2, { comment: "Close this stream in a finally block, parsing may throw." }),
    ];
    await store.feedback.record(two);
    await evaluate(two.map(({ id }) => id));
    expect(await standings(...two)).toEqual(["generalizable_low", "generalizable_low"]);
  });

  it("17.5 classes what a person merged, and what an older version left behind, when rules are proposed", async () => {
    const { learn, propose, standings } = await openLearningLoop(store);
    const other = saidOn(4, { comment: "Prefer constants over magic numbers.", author: "dan" });
    await learn(HANDLES[0], HANDLES[1], other);
    const [cluster] = (await store.clusters.list({ order: "size", limit: 1 })).items;
    await store.clusters.found("cl-other", [
      {
        feedback_id: other.id,
        cluster_id: "cl-other",
        score: 1,
        reasons: [],
        time: other.time,
        author: "dan",
        trust: "person",
        agent: "rio",
      },
    ]);
    await store.clusters.merge([cluster!.id, "cl-other"], "ana");
    expect(await standings(other)).toEqual(["edge_case"]);
    await propose();
    expect(await standings(HANDLES[0], HANDLES[1], other)).toEqual([
      "generalizable_high",
      "generalizable_high",
      "generalizable_high",
    ]);
  });
});

describe("003.8 what a rule in force covers is no edge case", () => {
  const later = saidOn(25, {
    comment: "You forgot the finally block: this stream stays open when parsing throws.",
    author: "dan",
  });

  it("17.5 a remark after the rule is a recurrence of it", async () => {
    const { learn, propose, activate, edgeCases } = await openLearningLoop(store);
    await learn(...HANDLES);
    const [rule] = await propose();
    await activate(rule!);
    await learn(later);
    expect(await edgeCases()).toEqual([]);
    expect((await store.evaluations.find(later.id))?.evaluation).toMatchObject({
      covered_by: rule!.id,
      proposed_action: { action_type: "REFINE_PROMPT" },
    });
    expect((await store.clusters.membershipsOf([later.id])).get(later.id)?.cluster_id).toBe(rule!.cluster_id);
  });

  it.each(["before", "after"] as const)(
    "17.5 a remark %s a rule that somebody wrote by hand is covered by its words, until it is retired",
    async (when) => {
      const loop = await openLearningLoop(store);
      const remark = saidOn(when === "before" ? 2 : 25, {
        comment: "Please run the tests with vitest and not with jest.",
      });
      const unrelated = saidOn(3, { comment: "The retry limit should be read from the settings." });
      if (when === "before") await loop.learn(remark);
      await loop.learn(unrelated);
      const proposed = await proposeOwnRule(loop.parts)({
        by: { id: "ana", trust: "person" },
        rule: {
          type: "guideline",
          text: "Run tests with vitest, never with jest.",
          reason: "",
          insertion_point: "agent-prompt",
          scope: { agents: [], paths: [] },
        },
      });
      if (!proposed.ok) throw new Error(proposed.error.message);
      await loop.activate(proposed.value);
      if (when === "after") await loop.learn(remark);
      expect(await loop.edgeCases()).toEqual([unrelated.id]);
      expect((await store.evaluations.find(remark.id))?.evaluation).toMatchObject({
        classification: "generalizable_high",
        covered_by: proposed.value.id,
        proposed_action: { action_type: when === "before" ? "CREATE_RULE" : "REFINE_PROMPT" },
      });
      expect(await loop.propose(), "no second rule about the same").toEqual([]);
      const { decideRule } = await import("../rule/decide-rule.ts");
      const by = { id: "ana", trust: "person" } as const;
      await decideRule(loop.parts)(proposed.value.id, { type: "retire", by, reason: "changed our mind" });
      await loop.reconsider([proposed.value.id]);
      expect((await loop.edgeCases()).toSorted()).toEqual([remark.id, unrelated.id].toSorted());
    },
  );
});

it("17.5 what says nothing is no recurrence of a rule about tests", async () => {
  const { learn, propose, activate } = await openLearningLoop(store);
  const texts = [
    "Add a test for every bug fix.",
    "A bug fix needs a test, add one.",
    "Please add a test with each bug fix.",
  ];
  await learn(...texts.map((comment, at) => saidOn(at + 1, { comment, author: ["ana", "ben", "cem"][at]! })));
  const [rule] = await propose();
  await activate(rule!);
  const empty = saidOn(25, { comment: "A check of the work failed", author: "detector", trust: "tool" });
  await learn({ ...empty, source: { kind: "signal" }, tags: ["verification_failure"] });
  expect((await store.clusters.membershipsOf([empty.id])).size).toBe(0);
});

describe("003.2 decisions that contradict each other about one output", () => {
  const output = { agent_sha: "9f2c41" };
  const refused = saidOn(1, { comment: "Not like this.", output });
  const approved = saidOn(2, { comment: "", outcome: "approved", author: "ben", output });

  it.each<{ why: string; records: readonly Feedback[] }>([
    { why: "approved after it was rejected", records: [refused, approved] },
    { why: "the same, recorded the other way round", records: [approved, refused] },
    {
      why: "rejected after it was approved",
      records: [
        saidOn(1, { comment: "", outcome: "approved", output }),
        saidOn(2, { comment: "Not like this.", output }),
      ],
    },
    {
      why: "what somebody's changes made of it is rejected",
      records: [
        saidOn(1, {
          comment: "",
          outcome: "approved_with_changes",
          output: { agent_sha: "old", approved_sha: "9f2c41" },
        }),
        saidOn(2, { comment: "Not like this.", output }),
      ],
    },
  ])("17.5 is ambiguous and names the earlier decision: $why", async ({ records }) => {
    const { learn, standings } = await openLearningLoop(store);
    await learn(...records);
    const [earlier, later] = records.toSorted((a, b) => (a.time < b.time ? -1 : 1));
    expect((await standings(later!))[0]).toBe("ambiguous");
    expect((await standings(earlier!))[0]).not.toBe("ambiguous");
    expect((await store.evaluations.find(later!.id))?.evaluation).toMatchObject({
      contradicts: [earlier!.id],
      rationale: expect.stringContaining(earlier!.id),
    });
  });

  it.each<{ why: string; records: readonly Feedback[] }>([
    {
      why: "another output",
      records: [refused, saidOn(2, { comment: "", outcome: "approved", output: { agent_sha: "777" } })],
    },
    {
      why: "a hash that says nothing",
      records: ["rejected", "approved"].map((outcome, n) =>
        saidOn(n + 1, {
          comment: `n ${n}`,
          outcome: outcome as "rejected",
          output: { agent_sha: "0000000" },
        }),
      ),
    },
    {
      why: "two programs",
      records: [
        { ...refused, author: { id: "ci", trust: "tool" } },
        { ...approved, author: { id: "ci", trust: "tool" } },
      ],
    },
    { why: "an outsider", records: [{ ...refused, author: { id: "eve", trust: "outsider" } }, approved] },
    {
      why: "changes were asked for both times",
      records: [
        refused,
        saidOn(2, {
          comment: "Fixed the name.",
          outcome: "approved_with_changes",
          output: { ...output, approved_sha: "abc" },
        }),
      ],
    },
    {
      why: "the same decision twice",
      records: [refused, saidOn(2, { comment: "Still not like this.", output, author: "ben" })],
    },
  ])("is none with $why", async ({ records }) => {
    const { learn, standings } = await openLearningLoop(store);
    await learn(...records);
    expect(await standings(...records)).not.toContain("ambiguous");
  });
});

describe("003.8 ambiguous feedback is evidence of nothing until it is resolved", () => {
  const tabs = saidOn(1, { comment: "Use tabs for indentation." });
  const spaces = [
    saidOn(2, { comment: "Indent with spaces, never with tabs.", author: "ben" }),
    saidOn(3, { comment: "Use spaces for indentation, not tabs.", author: "cem" }),
    saidOn(4, { comment: "Please indent with spaces instead of tabs.", author: "dan" }),
  ];

  it("17.5 counts in no cluster, occurrence, proposal or reminder", async () => {
    const { learn, propose, standings } = await openLearningLoop(store);
    await learn(tabs, ...spaces);
    expect(await standings(tabs, ...spaces)).toEqual(["edge_case", "ambiguous", "ambiguous", "ambiguous"]);
    expect(await propose()).toEqual([]);
    expect((await store.clusters.list({ order: "size", limit: 9 })).items).toEqual([]);
    const reminders = await findReminders({ ...store, now: () => "2026-03-06T00:00:00.000Z" })({
      agent: "rio",
      files: [],
      source: "team",
      own: [],
      limit: 9,
    });
    const ids = reminders.map(({ feedback_id }) => feedback_id);
    expect(ids).toContain(tabs.id);
    for (const { id } of spaces) expect(ids).not.toContain(id);
  });

  it("17.5 counts from then on once somebody resolves it as generalizable, and never if not", async () => {
    const { learn, resolve, propose, standings } = await openLearningLoop(store);
    await learn(tabs, ...spaces);
    await resolve(spaces[0]!, "generalizable");
    await resolve(spaces[1]!, "generalizable");
    await resolve(spaces[2]!, "edge_case");
    const [rule] = await propose();
    expect(rule?.versions[0]?.evidence.toSorted()).toEqual([spaces[0]!.id, spaces[1]!.id].toSorted());
    expect((await store.clusters.find(rule!.cluster_id!))?.size).toBe(2);
    expect(await standings(...spaces)).toEqual(["generalizable_high", "generalizable_high", "edge_case"]);
  });

  it("17.5 is no longer ambiguous once what it contradicts is set aside, and nobody is right for speaking first", async () => {
    const { learn, resolve, propose, standings } = await openLearningLoop(store);
    const again = saidOn(5, { comment: "Please use tabs for indentation here.", author: "ben" });
    await learn(tabs, spaces[0]!, again);
    expect(await standings(tabs, spaces[0]!, again)).toEqual(["edge_case", "ambiguous", "ambiguous"]);
    await resolve(spaces[0]!, "ignore");
    await propose();
    expect(await standings(tabs, spaces[0]!, again)).toEqual([
      "generalizable_high",
      "ignored",
      "generalizable_high",
    ]);
  });

  it("17.5 leaves its cluster if it turns out ambiguous later, and the others count without it", async () => {
    const { learn, standings } = await openLearningLoop(store);
    await learn(spaces[0]!, spaces[1]!);
    expect((await store.clusters.list({ order: "size", limit: 9 })).items).toMatchObject([{ size: 2 }]);
    await learn(tabs);
    expect(await standings(tabs, spaces[0]!, spaces[1]!)).toEqual(["edge_case", "ambiguous", "ambiguous"]);
    expect((await store.clusters.membershipsOf(spaces.map(({ id }) => id))).size).toBe(0);
  });
});
