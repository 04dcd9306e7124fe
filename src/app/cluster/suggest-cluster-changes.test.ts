import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exampleFeedback } from "../../../test/example-feedback.ts";
import { fillCluster } from "../../../test/fill-cluster.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { REMARKS_IN_ANY_ORDER } from "../../../test/remarks-in-any-order.ts";
import { loadCatalogueMap } from "../../drivers/catalogue/load-catalogue-map.ts";
import { createLocalEmbedder } from "../../drivers/embedding/local-embedder.ts";
import { createBuiltInJudge } from "../../drivers/judge/built-in-judge.ts";
import type { Store } from "../../ports/store.ts";
import { keepClusters } from "./change-cluster.ts";
import { suggestClusterChanges } from "./suggest-cluster-changes.ts";

const embedder = createLocalEmbedder();
const judge = createBuiltInJudge(loadCatalogueMap(embedder.name));
const [HANDLES, LOGGERS] = [REMARKS_IN_ANY_ORDER.slice(0, 4), REMARKS_IN_ANY_ORDER.slice(4, 8)];

let store: Store;
let said = 0;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

/** A cluster of these remarks; a name makes it one that people have seen. */
async function cluster(comments: readonly string[], name?: string) {
  const records = comments.map((comment) => {
    said += 1;
    const time = new Date(Date.UTC(2026, 2, 1) + said * 60_000).toISOString();
    const record = exampleFeedback({ id: `s-${said}`, agent: "rio", outcome: "rejected", comment, time });
    return { ...record, author: { id: `person-${said}`, trust: "person" as const } };
  });
  const id = await fillCluster(store, records);
  const vectors = await store.openVectors({ model: embedder.name, dimensions: embedder.dimensions });
  const made = await embedder.embed(records.map(({ similarity_text }) => similarity_text));
  await vectors.put(records.map((record, at) => ({ id: record.id, vector: made[at]! })));
  if (name !== undefined) await store.clusters.rename(id, name, "ana");
  return { id, ids: records.map((record) => record.id) };
}

const suggest = async () => {
  const vectors = await store.openVectors({ model: embedder.name, dimensions: embedder.dimensions });
  return suggestClusterChanges({ ...store, vectors, judge, pause: () => Promise.resolve() })();
};

describe("suggestClusterChanges", () => {
  it("16.x suggests to merge what says the same, and remembers that a person keeps them apart", async () => {
    const seen = await cluster(HANDLES.slice(0, 2), "handles");
    const other = await cluster(HANDLES.slice(2));
    await cluster(LOGGERS, "loggers");
    expect(await suggest()).toMatchObject([
      {
        kind: "merge",
        cluster_ids: [seen.id, other.id],
        feedback_ids: [],
        reason: expect.stringMatching(/^On average \d\d % likely to be the same mistake$/),
        sides: [{ quotes: [{ text: HANDLES[1] }, {}] }, { quotes: [{ text: HANDLES[3] }, {}] }],
      },
    ]);
    expect(await keepClusters(store.clusters)([other.id, seen.id], "ben")).toMatchObject({ ok: true });
    expect(await suggest()).toEqual([]);
  });

  it("16.x suggests nothing about what nobody has seen: it is linked again by itself", async () => {
    await cluster(HANDLES.slice(0, 2));
    await cluster(HANDLES.slice(2));
    await cluster([...LOGGERS.slice(0, 2), "Dates must be stored in UTC.", "Use UTC for every date."]);
    expect(await suggest()).toEqual([]);
  });

  it("16.x suggests to split what is about two things", async () => {
    const mixed = await cluster([...HANDLES, ...LOGGERS.slice(0, 3)], "resources");
    expect(await suggest()).toMatchObject([
      {
        kind: "split",
        cluster_ids: [mixed.id],
        feedback_ids: expect.arrayContaining(mixed.ids.slice(4)),
        reason: expect.stringContaining("two things"),
      },
    ]);
    await keepClusters(store.clusters)([mixed.id], "ben");
    expect(await suggest()).toEqual([]);
  });

  it("16.x suggests to split people who want the opposite of each other", async () => {
    const disputed = await cluster(
      [
        "Use single quotes for strings.",
        "Use single quotes for strings, please.",
        "Do not use single quotes for strings.",
        "Never use single quotes for strings.",
      ],
      "quotes",
    );
    const [first] = await suggest();
    expect(first).toMatchObject({
      kind: "split",
      cluster_ids: [disputed.id],
      reason: "Some ask for the opposite of what others ask for",
    });
    expect(first!.feedback_ids).toHaveLength(2);
  });

  it("16.x does not question what people put together or keep apart", async () => {
    const [handles, loggers] = [await cluster(HANDLES.slice(0, 2)), await cluster(LOGGERS.slice(0, 2))];
    await store.clusters.merge([handles.id, loggers.id], "ana");
    await store.clusters.split(handles.id, loggers.ids, "cl-apart", "ana");
    await store.clusters.merge([handles.id, "cl-apart"], "ana");
    expect(await suggest()).toEqual([]);
    const all = await cluster(REMARKS_IN_ANY_ORDER.slice(8, 12), "queries");
    await store.clusters.split(all.id, all.ids.slice(0, 2), "cl-some", "ana");
    expect(await suggest()).toEqual([]);
  });

  it("refuses to keep a cluster that is not there", async () => {
    expect(await keepClusters(store.clusters)(["cl-none"], "ana")).toMatchObject({
      ok: false,
      error: { code: "cluster_not_found" },
    });
  });
});
