import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ClusterStore, RestoredCluster } from "../../src/ports/cluster-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { checkClusters } from "./check-clusters.ts";
import { clusterSteps, ClusterWalk } from "./cluster-walk.ts";
import { makeMember } from "./make-member.ts";
import type { StoreDriver } from "./store-driver.ts";
import { takeEvents } from "./take-events.ts";

/** Every cluster of a store, as it is put back. */
async function readClusters(clusters: ClusterStore): Promise<readonly RestoredCluster[]> {
  const { items } = await clusters.list({ order: "recent", limit: 500 });
  return Promise.all(
    items.map(async ({ id, name, representative }) => ({
      id,
      name: name ?? null,
      representative,
      ...(await clusters.ties(id)),
      members: (await clusters.members(id, { limit: 500 })).items,
    })),
  );
}

/** What every driver promises about clusters that are put back. */
export function describeRestoredClusters(driver: string, { open }: StoreDriver): void {
  describe(`clusters put back on ${driver}`, () => {
    let count = 0;
    let store: Store;
    let other: Store;

    beforeEach(async () => {
      count += 1;
      store = await open({ name: `restored-${count}` });
      other = await open({ name: `restored-${count}-other` });
    });
    afterEach(() => Promise.all([store.close(), other.close()]));

    it("are what they were: members, who placed them, names, what is merged and what is apart", async () => {
      const { clusters } = store;
      for (const [at, id] of ["cl-1", "cl-2", "cl-3"].entries()) {
        const members = [0, 1, 2].map((n) => makeMember(10 * at + n, { cluster_id: id, reasons: [] }));
        await clusters.found(id, members);
      }
      await clusters.merge(["cl-1", "cl-2"], "ana");
      await clusters.split("cl-1", ["fb-1", "fb-11"], "cl-9", "ben");
      await clusters.rename("cl-1", "handles", "ana");
      expect(await clusters.ties("cl-1")).toEqual({ merged: ["cl-2"], apart: ["cl-9"] });
      expect(await clusters.ties("cl-5")).toEqual({ merged: [], apart: [] });

      const made = await readClusters(clusters);
      for (const cluster of made) expect(await other.clusters.restore(cluster)).toBe(true);
      expect(await readClusters(other.clusters)).toEqual(made);
      for (const id of ["cl-1", "cl-3", "cl-9"]) {
        expect(await other.clusters.find(id)).toEqual(await clusters.find(id));
        expect(await other.clusters.authors(id)).toEqual(await clusters.authors(id));
      }
      expect(await other.clusters.find("cl-2")).toMatchObject({ size: 0, merged_into: "cl-1" });
      expect(await other.clusters.keptApart(["fb-0", "fb-1"])).toEqual([["fb-0", "fb-1"]]);
      expect(await other.audit.list({ limit: 5 })).toEqual([]);
      const events = await takeEvents(other);
      expect(events.map(({ subject }) => subject).toSorted()).toEqual(["cl-1", "cl-3", "cl-9"]);

      for (const cluster of made) expect(await other.clusters.restore(cluster)).toBe(false);
      expect(await takeEvents(other)).toEqual([]);
      expect(await other.clusters.join(makeMember(70, { cluster_id: "cl-2" }))).toMatchObject({
        cluster_id: "cl-1",
      });
    });

    it("leave members where they are, and a cluster of nobody is not made", async () => {
      const at = { cluster_id: "cl-8", reasons: [] };
      await other.clusters.found("cl-8", [makeMember(1, at), makeMember(2, at)]);
      const cluster = { id: "cl-1", name: null, representative: "fb-1", merged: [], apart: [] };
      const members = [1, 2, 3].map((n) => ({ ...makeMember(n), by: "ana" }));
      expect(await other.clusters.restore({ ...cluster, members: members.slice(0, 2) })).toBe(false);
      expect(await other.clusters.find("cl-1")).toBeUndefined();
      expect(await other.clusters.restore({ ...cluster, members })).toBe(true);
      expect(await other.clusters.find("cl-1")).toMatchObject({ size: 1, representative: "fb-3" });
      expect((await other.clusters.membershipsOf(["fb-1"])).get("fb-1")).not.toHaveProperty("by");
    });

    it("are consistent whatever was done to them before", async () => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(clusterSteps, async (steps) => {
          run += 1;
          const walk = new ClusterWalk(store.clusters, `run-${run}`);
          for (const next of steps) await walk.take(next);
          const own = (await readClusters(store.clusters)).filter(({ id }) => id.startsWith(`run-${run}-`));
          for (const cluster of own) expect(await other.clusters.restore(cluster)).toBe(true);
          await checkClusters(other.clusters, walk.model, walk.feedbackIds);
        }),
        { numRuns: 40 },
      );
    });
  });
}
