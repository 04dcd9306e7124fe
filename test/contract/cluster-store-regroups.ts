import { expect, it } from "vitest";
import type { ClusterStore } from "../../src/ports/cluster-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { foundCluster, idsOf } from "./found-cluster.ts";
import { ALL_TIME, timeAt } from "./make-feedback.ts";
import { makeMember } from "./make-member.ts";
import { takeEvents } from "./take-events.ts";

interface HeldStore {
  readonly store: () => Store;
  /** Another client of the same store. */
  readonly openOther: () => Promise<Store>;
}

/** What every driver promises of what Emend groups anew, and of what people want kept as it is. */
export function describeClusterRegroups({ store, openOther }: HeldStore): void {
  const clusters = (): ClusterStore => store().clusters;
  const found = (size: number, id?: string, from?: number): Promise<void> =>
    foundCluster(clusters(), size, id, from);
  const group = (clusterId: string, members: readonly number[], leave: readonly number[] = []) => ({
    clusterId,
    members: members.map((n) => makeMember(n, { cluster_id: clusterId, score: 0.75 })),
    leave: idsOf(...leave),
  });
  const placesOf = async (...of: readonly number[]) => {
    const memberships = await clusters().membershipsOf(idsOf(...of));
    return idsOf(...of).map((id) => memberships.get(id)?.cluster_id ?? null);
  };
  /** Sizes, times and counts follow from the members, whatever happened to them. */
  const check = async (...ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      const cluster = await clusters().find(id);
      const { items } = await clusters().members(id, { limit: 500 });
      const times = items.map(({ time }) => time).toSorted();
      expect(cluster).toMatchObject({ size: items.length });
      const sums = [await clusters().authors(id), await clusters().occurrences(id, ALL_TIME)].map((rows) =>
        rows.reduce((sum, { count }) => sum + count, 0),
      );
      expect(sums).toEqual([items.length, items.length]);
      if (items.length === 0) continue;
      expect(cluster).toMatchObject({ first_time: times[0], last_time: times.at(-1) });
      expect(items.map(({ feedback_id }) => feedback_id)).toContain(cluster?.representative);
    }
  };

  it("17.5 lets members leave a cluster that people have seen, but not those whom a person placed", async () => {
    await found(3);
    await clusters().rename("cl-1", "seen", "ana");
    await found(2, "cl-2", 10);
    await clusters().merge(["cl-2", "cl-1"], "ana");
    await found(3, "cl-3", 20);
    await clusters().rename("cl-3", "seen too", "ana");
    await takeEvents(store());
    expect(await clusters().leave([])).toEqual([]);
    expect(await clusters().leave(idsOf(99))).toEqual([]);
    expect(await clusters().leave(idsOf(0, 20, 21, 99)), "a person placed the first").toEqual(idsOf(20, 21));
    expect(await placesOf(0, 20, 21, 22)).toEqual(["cl-2", null, null, "cl-3"]);
    await check("cl-2", "cl-3");
    expect((await takeEvents(store())).map(({ data }) => data["id"])).toEqual(["cl-3"]);
    expect(await clusters().leave(idsOf(22))).toEqual(idsOf(22));
    expect(await clusters().find("cl-3"), "nobody is in it").toBeUndefined();
    await clusters().join(makeMember(22, { cluster_id: "cl-3" }));
    await check("cl-3");
    expect(await clusters().find("cl-3")).toMatchObject({ size: 1, name: "seen too" });
    expect(await placesOf(22), "it may come back").toEqual(["cl-3"]);
  });

  it("16.x groups members of several clusters and of none anew, in one step with the events", async () => {
    await found(3);
    await found(2, "cl-2", 10);
    await takeEvents(store());
    expect(await clusters().regroup(group("cl-1", [0, 1, 10, 20], [2]))).toBe(true);
    expect(await placesOf(0, 1, 2, 10, 11, 20)).toEqual(["cl-1", "cl-1", null, "cl-1", "cl-2", "cl-1"]);
    expect((await clusters().membershipsOf(idsOf(10))).get("fb-10")).toMatchObject({ score: 0.75 });
    expect(await clusters().find("cl-1")).toMatchObject({ first_time: timeAt(0), last_time: timeAt(20) });
    await check("cl-1", "cl-2");
    const events = await takeEvents(store());
    expect(new Set(events.map(({ data }) => data["id"]))).toEqual(new Set(["cl-1", "cl-2"]));
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect(await store().audit.list({ limit: 5 }), "nobody decided anything").toEqual([]);
  });

  it("16.x lets a cluster that was emptied stand for the one that took its members", async () => {
    await found(3);
    await found(2, "cl-2", 10);
    await clusters().regroup(group("cl-1", [0, 1, 2, 10, 11]));
    expect(await clusters().find("cl-2")).toMatchObject({ size: 0, merged_into: "cl-1" });
    expect((await clusters().list({ order: "size", limit: 9 })).items.map(({ id }) => id)).toEqual(["cl-1"]);
    expect(await clusters().ties("cl-1"), "no person merged them").toEqual({ merged: [], apart: [] });
    expect(await clusters().shown(["cl-1", "cl-2"])).toEqual(new Set());
    expect(await clusters().rename("cl-2", "handles", "ana")).toMatchObject({ id: "cl-1" });
  });

  it("16.x founds an emptied cluster again, with revisions that go on", async () => {
    await found(2);
    expect(await clusters().regroup(group("cl-1", [], [0, 1]))).toBe(true);
    expect(await clusters().find("cl-1")).toBeUndefined();
    expect(await clusters().merge(["cl-1"], "ana")).toBeUndefined();
    await clusters().found("cl-1", [makeMember(5), makeMember(6)]);
    expect(await clusters().find("cl-1")).toEqual({
      id: "cl-1",
      size: 2,
      first_time: timeAt(5),
      last_time: timeAt(6),
      representative: "fb-5",
    });
    await check("cl-1");
    const revisions = (await takeEvents(store())).map(({ data }) => data["revision"]);
    expect(new Set(revisions).size).toBe(revisions.length);
  });

  it("16.x makes a new cluster, and changes nothing when it is asked for what is so already", async () => {
    await found(3);
    expect(await clusters().regroup(group("cl-7", [2, 5]))).toBe(true);
    expect(await clusters().find("cl-7")).toMatchObject({ size: 2, representative: "fb-2" });
    await check("cl-1", "cl-7");
    expect(await clusters().regroup(group("cl-9", [], [77]))).toBe(false);
    expect(await clusters().find("cl-9")).toBeUndefined();
    expect(await clusters().regroup(group("cl-1", [], [5])), "it is in another cluster").toBe(true);
    expect(await placesOf(5)).toEqual(["cl-7"]);
  });

  it.each([
    { why: "named", act: () => clusters().rename("cl-2", "handles", "ana") },
    { why: "merged", act: () => clusters().merge(["cl-2", "cl-5"], "ana") },
    { why: "split", act: () => clusters().split("cl-2", idsOf(12), "cl-6", "ana") },
    { why: "kept whole", act: () => clusters().keep(["cl-2"], "ana") },
    { why: "kept from another", act: () => clusters().keep(["cl-5", "cl-2"], "ana") },
  ])("16.x never moves what a person has $why", async ({ act }) => {
    await found(2);
    await found(3, "cl-2", 10);
    await found(2, "cl-5", 30);
    await act();
    expect([...(await clusters().shown(["cl-1", "cl-2", "cl-x"]))]).toEqual(["cl-2"]);
    const before = await clusters().find("cl-2");
    expect(await clusters().regroup(group("cl-1", [0, 1, 10]))).toBe(false);
    expect(await clusters().regroup(group("cl-2", [0, 10, 11]))).toBe(false);
    expect(await clusters().regroup(group("cl-2", [20, 21])), "nobody is added either").toBe(false);
    expect(await clusters().regroup(group("cl-2", [], [10]))).toBe(false);
    expect(await clusters().find("cl-2")).toEqual(before);
    await check("cl-1", "cl-2");
  });

  it("16.x loses nobody when clusters are grouped anew while others join and people merge", async () => {
    const other = await openOther();
    await Promise.all([found(5), found(5, "cl-2", 10), found(5, "cl-3", 20)]);
    const joined = Array.from({ length: 40 }, (_, n) =>
      makeMember(100 + n, { cluster_id: `cl-${(n % 3) + 1}` }),
    );
    await Promise.all([
      ...joined.map((member, n) => [store(), other][n % 2]!.clusters.join(member)),
      clusters().regroup(group("cl-1", [0, 1, 2, 10, 11])),
      other.clusters.regroup(group("cl-2", [12, 13, 3, 20])),
      clusters().regroup(group("cl-4", [21, 22, 14])),
      other.clusters.merge(["cl-3", "cl-1"], "cleo"),
    ]);
    await other.close();
    const { items } = await clusters().list({ order: "size", limit: 10 });
    expect(items.reduce((sum, { size }) => sum + size, 0)).toBe(55);
    await check(...items.map(({ id }) => id));
  });

  it("16.x remembers what people want kept, with the act", async () => {
    await found(2);
    await found(2, "cl-2", 10);
    expect(await clusters().keep(["cl-1", "cl-9"], "ana")).toBe(false);
    expect(await clusters().keep(["cl-2", "cl-1"], "ana")).toBe(true);
    expect(await clusters().keep(["cl-1", "cl-2"], "ben"), "it is known").toBe(false);
    expect(await clusters().keep(["cl-1"], "ben")).toBe(true);
    expect(await clusters().kept(["cl-1", "cl-2"])).toEqual([
      ["cl-1", "cl-1"],
      ["cl-1", "cl-2"],
    ]);
    expect(await clusters().kept(["cl-2"])).toEqual([]);
    expect(await store().audit.list({ limit: 5 })).toMatchObject([
      { actor: "ben", action: "cluster.kept", subject: "cl-1", detail: {} },
      { actor: "ana", action: "cluster.kept", subject: "cl-2", detail: { apart_from: "cl-1" } },
    ]);
  });
}
