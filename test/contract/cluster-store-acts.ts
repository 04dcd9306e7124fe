import { expect, it } from "vitest";
import type { ClusterStore } from "../../src/ports/cluster-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { foundCluster, idsOf } from "./found-cluster.ts";
import { timeAt } from "./make-feedback.ts";
import { makeMember } from "./make-member.ts";
import { takeEvents } from "./take-events.ts";

interface HeldStore {
  /** The one that is open for the test. */
  readonly store: () => Store;
  /** The same once more, with an ear for its queries. */
  readonly openHeard: (onQuery: (sql: string) => void) => Promise<Store>;
}

/** What every driver promises of what people do with clusters: merge, split and name them. */
export function describeClusterActs({ store, openHeard }: HeldStore): void {
  const clusters = (): ClusterStore => store().clusters;
  const found = (size: number, id?: string, from?: number): Promise<void> =>
    foundCluster(clusters(), size, id, from);

  it("lets a person merge clusters, in one step with the act", async () => {
    await found(3);
    await found(2, "cl-2", 10);
    await found(2, "cl-3", 20);
    await takeEvents(store());
    const merged = await clusters().merge(["cl-2", "cl-1", "cl-2"], "ana");
    expect(merged).toEqual({
      id: "cl-2",
      size: 5,
      first_time: timeAt(0),
      last_time: timeAt(11),
      representative: "fb-10",
    });
    expect(await clusters().find("cl-2")).toEqual(merged);
    expect(await clusters().find("cl-1")).toMatchObject({ size: 0, merged_into: "cl-2" });
    expect((await clusters().membershipsOf(idsOf(0))).get("fb-0")).toEqual({
      feedback_id: "fb-0",
      cluster_id: "cl-2",
      score: 1,
      reasons: [],
      by: "ana",
    });
    expect(await store().audit.list({ limit: 5 })).toMatchObject([
      {
        actor: "ana",
        action: "cluster.merged",
        subject: "cl-2",
        detail: { merged: ["cl-1"], clusters: 1, members: 3 },
      },
    ]);
    expect((await takeEvents(store())).map(({ id, data }) => ({ id, data }))).toEqual([
      { id: "cluster.changed:cl-1:2", data: { id: "cl-1", revision: 2 } },
      { id: "cluster.changed:cl-2:2", data: { id: "cl-2", revision: 2 } },
    ]);
    expect((await clusters().join(makeMember(30)))?.cluster_id, "a merged one stands for its target").toBe(
      "cl-2",
    );
    await clusters().merge(["cl-3", "cl-1"], "ben");
    expect(await clusters().find("cl-1")).toMatchObject({ merged_into: "cl-3" });
    expect(await clusters().find("cl-3")).toMatchObject({ size: 8 });
    expect(await clusters().merge(["cl-1", "cl-2", "cl-3"], "ben"), "they are one already").toEqual(
      await clusters().find("cl-3"),
    );
    expect(await clusters().merge(["cl-1", "cl-9"], "ben")).toBeUndefined();
    expect(await clusters().merge([], "ben")).toBeUndefined();
    expect(await store().audit.list({ limit: 5 })).toHaveLength(2);
  });

  it("lets a person split a cluster, and keeps the parts apart", async () => {
    await found(6);
    await takeEvents(store());
    const part = await clusters().split("cl-1", [...idsOf(0, 3, 3), "fb-99"], "cl-2", "ana");
    expect(part).toEqual({
      id: "cl-2",
      size: 2,
      first_time: timeAt(0),
      last_time: timeAt(3),
      representative: "fb-0",
    });
    expect(await clusters().find("cl-1")).toMatchObject({
      size: 4,
      first_time: timeAt(1),
      last_time: timeAt(5),
      representative: "fb-1",
    });
    expect(await clusters().keptApart(idsOf(0, 1, 3, 2))).toEqual([
      ["fb-0", "fb-1"],
      ["fb-0", "fb-2"],
      ["fb-1", "fb-3"],
      ["fb-3", "fb-2"],
    ]);
    expect((await clusters().join(makeMember(0)))?.cluster_id, "a person's word stands").toBe("cl-2");
    expect(await store().audit.list({ limit: 5 })).toMatchObject([
      {
        actor: "ana",
        action: "cluster.split",
        subject: "cl-1",
        detail: { into: "cl-2", members: 2, feedback: ["fb-0", "fb-3"] },
      },
    ]);
    expect((await takeEvents(store())).map(({ id }) => id)).toEqual([
      "cluster.changed:cl-1:2",
      "cluster.changed:cl-2:1",
    ]);
  });

  it("keeps what was split apart through later merges and splits, until a person merges the parts", async () => {
    await found(4);
    await found(2, "cl-5", 10);
    await clusters().split("cl-1", idsOf(0, 1), "cl-2", "ana");
    await clusters().merge(["cl-5", "cl-2"], "ana");
    expect(await clusters().keptApart(idsOf(0, 2, 10))).toEqual([
      ["fb-0", "fb-2"],
      ["fb-2", "fb-10"],
    ]);
    await clusters().split("cl-5", idsOf(0), "cl-6", "ben");
    expect(await clusters().keptApart(idsOf(0, 1, 2))).toEqual([
      ["fb-0", "fb-1"],
      ["fb-0", "fb-2"],
      ["fb-1", "fb-2"],
    ]);
    await clusters().merge(["cl-1", "cl-6"], "ben");
    expect(await clusters().keptApart(idsOf(0, 1, 2))).toEqual([
      ["fb-0", "fb-1"],
      ["fb-1", "fb-2"],
    ]);
    await clusters().merge(["cl-1", "cl-5"], "ben");
    expect(await clusters().keptApart(idsOf(0, 1, 2, 3, 10))).toEqual([]);
  });

  it.each([
    { why: "no such cluster", of: "cl-9", ids: [1], into: "cl-2" },
    { why: "nobody leaves", of: "cl-1", ids: [99], into: "cl-2" },
    { why: "nobody remains", of: "cl-1", ids: [0, 1, 2], into: "cl-2" },
    { why: "the new one is already in the catalogue", of: "cl-1", ids: [1], into: "cl-1" },
  ])("splits nothing where $why", async ({ of, ids, into }) => {
    await found(3);
    await takeEvents(store());
    const before = await clusters().find("cl-1");
    expect(await clusters().split(of, idsOf(...ids), into, "ana")).toBeUndefined();
    expect(await clusters().find("cl-1")).toEqual(before);
    expect(await store().audit.list({ limit: 5 })).toEqual([]);
    expect(await takeEvents(store())).toEqual([]);
  });

  it("writes as much for a split of large parts as of small ones", async () => {
    await found(600);
    const queries: string[] = [];
    const heard = await openHeard((sql) => queries.push(sql));
    queries.length = 0;
    const ids = idsOf(...Array.from({ length: 300 }, (_, n) => n));
    await heard.clusters.split("cl-1", ids, "cl-2", "ana");
    await heard.close();
    expect(queries.filter((sql) => sql.includes("cluster_apart")).length).toBeLessThanOrEqual(2);
    expect(queries.length).toBeLessThan(60);
    expect(await clusters().keptApart(idsOf(0, 599))).toHaveLength(1);
  });

  it("lets a person name a cluster, and take the name away", async () => {
    await found(2);
    expect(await clusters().rename("cl-9", "x", "ana")).toBeUndefined();
    expect(await clusters().rename("cl-1", " handles left open ", "ana")).toMatchObject({
      name: "handles left open",
    });
    await clusters().rename("cl-1", "handles left open", "ben");
    expect(await clusters().rename("cl-1", "", "ben")).not.toHaveProperty("name");
    expect((await store().audit.list({ limit: 5 })).map(({ action }) => action)).toEqual([
      "cluster.renamed",
      "cluster.renamed",
    ]);
    expect((await takeEvents(store())).map(({ data }) => data["revision"])).toEqual([1, 2, 3]);
  });

  it("takes a name of Emend's where it has none, without an act, and never a person's away", async () => {
    await found(2);
    await found(2, "cl-2", 10);
    expect(await clusters().nameFirst("cl-9", "Nothing there")).toBe(false);
    expect(await clusters().nameFirst("cl-1", " ")).toBe(false);
    await takeEvents(store());
    const tried = await Promise.all(["One", "Two"].map((each) => clusters().nameFirst("cl-1", each)));
    expect(tried.filter(Boolean)).toHaveLength(1);
    const given = (await clusters().find("cl-1"))!.name;
    expect(["One", "Two"]).toContain(given);
    expect((await takeEvents(store())).map(({ data }) => data)).toEqual([{ id: "cl-1", revision: 2 }]);
    expect(await store().audit.list({ limit: 5 })).toEqual([]);
    await clusters().rename("cl-1", "handles left open", "ana");
    expect(await clusters().nameFirst("cl-1", "Three")).toBe(false);
    expect(await clusters().find("cl-1")).toMatchObject({ name: "handles left open" });
    await clusters().merge(["cl-1", "cl-2"], "ana");
    expect(await clusters().nameFirst("cl-2", "Four"), "its members are elsewhere").toBe(false);
  });
}
