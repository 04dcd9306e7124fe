import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exampleFeedback } from "../../../test/example-feedback.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { REMARKS_IN_ANY_ORDER } from "../../../test/remarks-in-any-order.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { loadCatalogueMap } from "../../drivers/catalogue/load-catalogue-map.ts";
import { createLocalEmbedder } from "../../drivers/embedding/local-embedder.ts";
import { createBuiltInEvaluator } from "../../drivers/evaluator/built-in-evaluator.ts";
import { createBuiltInJudge } from "../../drivers/judge/built-in-judge.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { Embedder } from "../../ports/vector-index.ts";
import type { Store } from "../../ports/store.ts";
import { evaluateFeedback } from "../evaluation/evaluate-feedback.ts";
import { relinkClusters } from "./relink-clusters.ts";

const local = createLocalEmbedder();
const known = new Map<string, Promise<Float32Array>>();
/** Each text is embedded once in all these tests. */
const embedder: Embedder = {
  ...local,
  embed: (texts) =>
    Promise.all(
      texts.map((text) => {
        const vector = known.get(text) ?? local.embed([text]).then(([made]) => made!);
        known.set(text, vector);
        return vector;
      }),
    ),
};
const judge = createBuiltInJudge(loadCatalogueMap(embedder.name));
const now = (): string => "2026-03-09T00:00:00.000Z";

const PEOPLE = ["ana", "ben", "cleo", "dan"];

function said(comment: string, n: number, rest: Partial<Feedback> = {}): Feedback {
  const author = PEOPLE[n % PEOPLE.length]!;
  const record = exampleFeedback({
    id: `d-${n}`,
    agent: "rio",
    outcome: "rejected",
    comment,
    author,
    time: new Date(Date.UTC(2026, 2, 1) + n * 60_000).toISOString(),
  });
  return { ...record, author: { id: author, trust: "person" }, ...rest };
}

async function openLoop(store: Store, clusters: ClusterStore = store.clusters) {
  const vectors = await store.openVectors({ model: embedder.name, dimensions: embedder.dimensions });
  const parts = { ...store, clusters, vectors, embedder, judge, evaluator: createBuiltInEvaluator(), now };
  const evaluate = evaluateFeedback(parts);
  const relink = relinkClusters({
    ...parts,
    evaluate,
    pause: () => Promise.resolve(),
  });
  /** One by one, as they come in. */
  const learn = async (records: readonly Feedback[]): Promise<void> => {
    for (const record of records) {
      await store.feedback.record([record]);
      await evaluate([record.id]);
    }
  };
  return { learn, relink };
}

/** The words of each cluster, as sets. */
async function groupsOf({ clusters, feedback }: Store): Promise<readonly string[]> {
  const { items } = await clusters.list({ order: "size", limit: 500 });
  const groups = await Promise.all(
    items.map(async ({ id }) => {
      const members = (await clusters.members(id, { limit: 500 })).items;
      const records = await feedback.findAll(members.map(({ feedback_id }) => feedback_id));
      return records
        .map(({ similarity_text }) => similarity_text)
        .toSorted()
        .join(" | ");
    }),
  );
  return groups.toSorted();
}

/** As a deck is cut and turned, the same in every run. */
const shuffled = <T>(items: readonly T[], seed: number): readonly T[] =>
  items
    .map((item, at) => ({ item, key: Math.sin((at + 1) * (seed * 37.7 + 1)) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const HANDLES = REMARKS_IN_ANY_ORDER.slice(0, 4);
const LOGGERS = REMARKS_IN_ANY_ORDER.slice(4, 8);

/** Two subjects, each torn apart, and one remark of each in the other's cluster. */
async function scatter(): Promise<readonly Feedback[]> {
  const records = [...HANDLES, ...LOGGERS].map((text, n) => said(text, n));
  const { learn } = await openLoop(store);
  const member = (n: number, cluster_id: string) => {
    const { id, time, author, agent = "" } = records[n]!;
    const who = { author: author.id, trust: author.trust };
    return { feedback_id: id, cluster_id, score: 0.7, reasons: [], time, agent, ...who };
  };
  await store.feedback.record(records);
  await store.clusters.found(
    "cl-a",
    [0, 1, 4].map((n) => member(n, "cl-a")),
  );
  await store.clusters.found(
    "cl-b",
    [2, 3].map((n) => member(n, "cl-b")),
  );
  await learn(records);
  return records;
}

const placesOf = async (records: readonly Feedback[]): Promise<readonly (string | undefined)[]> => {
  const memberships = await store.clusters.membershipsOf(records.map(({ id }) => id));
  return records.map(({ id }) => memberships.get(id)?.cluster_id);
};

describe("relinkClusters", () => {
  it("16.x gives the same groups whatever order the records arrive in", async () => {
    const records = REMARKS_IN_ANY_ORDER.map((text, n) => said(text, n));
    const orders = [records, records.toReversed(), ...[1, 2, 3].map((seed) => shuffled(records, seed))];
    const greedy = new Set<string>();
    const linked = new Set<string>();
    for (const order of orders) {
      const fresh = await openTestStore();
      const { learn, relink } = await openLoop(fresh);
      await learn(order);
      greedy.add(JSON.stringify(await groupsOf(fresh)));
      await relink();
      linked.add(JSON.stringify(await groupsOf(fresh), null, 1));
      await fresh.close();
    }
    expect(greedy.size, "placing one by one depends on the order").toBeGreaterThan(1);
    expect([...linked]).toHaveLength(1);
    expect((JSON.parse([...linked][0]!) as readonly string[]).length).toBeGreaterThan(8);
  }, 60_000);

  it("16.x keeps the id of the cluster that has most of a group, and evaluates again what moved", async () => {
    const records = await scatter();
    const { relink } = await openLoop(store);
    expect(await relink()).toMatchObject({ looked: 8 });
    const places = await placesOf(records);
    expect(new Set(places.slice(0, 4))).toEqual(new Set(["cl-a"]));
    expect(new Set(places.slice(4)).size).toBe(1);
    expect(places[4]).not.toBe("cl-a");
    expect(await store.clusters.find("cl-b"), "a link to it still works").toMatchObject({
      merged_into: "cl-a",
    });
    const evaluation = (await store.evaluations.find(records[3]!.id))!.evaluation;
    expect(evaluation.classification).toBe("generalizable_high");
    expect(evaluation.similar_feedback_ids.toSorted()).toEqual(
      records
        .slice(0, 3)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it("16.x changes nothing the second time, in this process or another one", async () => {
    await scatter();
    const { relink } = await openLoop(store);
    await relink();
    const before = await groupsOf(store);
    expect(await relink()).toMatchObject({ changed: 0 });
    expect(await relink(), "nothing was evaluated since").toEqual({ looked: 0, changed: 0 });
    expect(await (await openLoop(store)).relink()).toEqual({ looked: 8, changed: 0 });
    expect(await groupsOf(store)).toEqual(before);
  });

  it.each([
    { why: "named", act: () => store.clusters.rename("cl-a", "handles", "ana") },
    { why: "wanted kept as it is", act: () => store.clusters.keep(["cl-a"], "ana") },
  ])("16.x never moves what a person has $why", async ({ act }) => {
    const records = await scatter();
    await act();
    const before = await placesOf(records);
    await (await openLoop(store)).relink();
    const isIn = (place: string | undefined): boolean => place === "cl-a";
    expect((await placesOf(records)).map(isIn)).toEqual(before.map(isIn));
  });

  it("16.x never overwrites what a person resolved", async () => {
    const records = await scatter();
    const state = (await store.evaluations.find(records[2]!.id))!;
    const resolution = { as: "generalizable" as const, by: "ana", at: now(), reason: "it is one" };
    await store.evaluations.save({
      state: { ...state, revision: state.revision + 1, resolution },
      acts: [],
    });
    await (await openLoop(store)).relink();
    const after = (await store.evaluations.find(records[2]!.id))!;
    expect(after.resolution).toEqual(resolution);
    expect(after.evaluation.similar_feedback_ids, "what was found is current").toHaveLength(3);
  });

  it("16.x goes on where it was stopped", async () => {
    const records = await scatter();
    let left = 1;
    const failing: ClusterStore = {
      ...store.clusters,
      regroup: (group) => {
        if (left === 0) return Promise.reject(new Error("the process was killed"));
        left -= 1;
        return store.clusters.regroup(group);
      },
    };
    const { relink } = await openLoop(store, failing);
    await expect(relink()).rejects.toThrow("killed");
    left = Infinity;
    await relink();
    const places = await placesOf(records);
    expect(new Set(places.slice(0, 4)).size).toBe(1);
    expect(new Set(places.slice(4)).size).toBe(1);
    expect(places).not.toContain(undefined);
  });

  it("16.x takes no outsider's words, and nothing that corrects nothing", async () => {
    const outsider = { author: { id: "eve", trust: "outsider" as const } };
    const records = [
      said(HANDLES[0]!, 0),
      said(HANDLES[1]!, 1, outsider),
      said("Looks good, thanks for closing the file handle!", 2, { outcome: "approved" }),
    ];
    const { learn, relink } = await openLoop(store);
    await learn(records);
    expect(await relink()).toEqual({ looked: 1, changed: 0 });
  });
});
