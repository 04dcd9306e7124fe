import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ClusterQuery, ClusterStore } from "../../src/ports/cluster-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { person, proposing, reject, ruleAfter } from "../examples/example-rule.ts";
import { checkClusters } from "./check-clusters.ts";
import { describeClusterActs } from "./cluster-store-acts.ts";
import { describeClusterRegroups } from "./cluster-store-regroups.ts";
import { clusterSteps, ClusterWalk } from "./cluster-walk.ts";
import { foundCluster, idsOf } from "./found-cluster.ts";
import { ALL_TIME, HOSTILE_TEXTS, makeFeedback, timeAt } from "./make-feedback.ts";
import { makeMember } from "./make-member.ts";
import type { StoreDriver } from "./store-driver.ts";

/** What every driver of the port promises. */
export function describeClusterStore(driver: string, { open, openClient }: StoreDriver): void {
  describe(`the cluster store on ${driver}`, () => {
    let count = 0;
    let name = "";
    let store: Store;
    let clusters: ClusterStore;

    beforeEach(async () => {
      count += 1;
      name = `clusters-${count}`;
      store = await open({ name });
      ({ clusters } = store);
    });
    afterEach(() => store.close());

    const found = (size: number, id?: string, from?: number): Promise<void> =>
      foundCluster(clusters, size, id, from);

    describeClusterActs({
      store: () => store,
      openHeard: (onQuery) => open({ name, onQuery }),
    });
    describeClusterRegroups({ store: () => store, openOther: () => openClient(name, store) });

    it("founds a cluster and lets others join", async () => {
      expect(await clusters.find("cl-1")).toBeUndefined();
      expect(await clusters.join(makeMember(1))).toBeUndefined();
      await clusters.found("cl-1", [makeMember(2), makeMember(1)]);
      const { time: _time, author: _author, trust: _trust, agent: _agent, ...joined } = makeMember(5);
      expect(await clusters.join(makeMember(5))).toEqual(joined);
      expect(await clusters.find("cl-1")).toEqual({
        id: "cl-1",
        size: 3,
        first_time: timeAt(1),
        last_time: timeAt(5),
        representative: "fb-2",
      });
      expect((await clusters.membershipsOf(["fb-5", "fb-9", "fb-5"])).get("fb-5")).toEqual(joined);
      expect((await clusters.membershipsOf(idsOf(9))).size).toBe(0);
      expect((await clusters.members("cl-1", { limit: 9 })).items).toEqual(
        [5, 2, 1].map((n) => makeMember(n)),
      );
      expect(await clusters.authors("cl-1")).toEqual([
        { author: "ben", trust: "person", count: 1 },
        { author: "cleo", trust: "person", count: 2 },
      ]);
    });

    it("founds nothing of members that have a cluster, and joins one that is there", async () => {
      await found(2);
      await clusters.found("cl-2", [makeMember(0), makeMember(1)]);
      expect(await clusters.find("cl-2")).toBeUndefined();
      await clusters.found("cl-2", []);
      expect(await clusters.find("cl-2")).toBeUndefined();
      await clusters.found("cl-1", [makeMember(1), makeMember(2)]);
      expect(await clusters.find("cl-1")).toMatchObject({ size: 3, representative: "fb-0" });
    });

    it("counts each once when many join at once from several clients (003.1)", async () => {
      const other = await openClient(name, store);
      await Promise.all([found(2), found(1, "cl-2", 50), found(1, "cl-3", 60)]);
      const members = Array.from({ length: 90 }, (_, n) =>
        makeMember(n % 30, { cluster_id: `cl-${(n % 3) + 1}` }),
      );
      const answers = await Promise.all(
        members.map((member, n) => [store, other][n % 2]!.clusters.join(member)),
      );
      await other.close();
      const now = await clusters.membershipsOf(members.map(({ feedback_id }) => feedback_id));
      for (const [n, answer] of answers.entries()) {
        expect(answer).toEqual(now.get(members[n]!.feedback_id));
      }
      const sizes = await Promise.all(["cl-1", "cl-2", "cl-3"].map((id) => clusters.find(id)));
      expect(sizes.reduce((sum, cluster) => sum + cluster!.size, 0)).toBe(32);
      for (const cluster of sizes) {
        const authors = await clusters.authors(cluster!.id);
        const days = await clusters.occurrences(cluster!.id, ALL_TIME);
        for (const counted of [authors, days]) {
          expect(counted.reduce((sum, row) => sum + row.count, 0)).toBe(cluster!.size);
        }
      }
    });

    it("loses nobody when people merge and split while others join", async () => {
      const other = await openClient(name, store);
      await Promise.all([found(5), found(5, "cl-2", 10), found(5, "cl-3", 20)]);
      const joined = Array.from({ length: 60 }, (_, n) =>
        makeMember(100 + n, { cluster_id: `cl-${(n % 3) + 1}` }),
      );
      await Promise.all([
        ...joined.map((member, n) => [store, other][n % 2]!.clusters.join(member)),
        clusters.merge(["cl-1", "cl-2"], "ana"),
        other.clusters.split("cl-3", idsOf(20, 21), "cl-4", "ben"),
        other.clusters.merge(["cl-3", "cl-1"], "cleo"),
      ]);
      await other.close();
      const { items } = await clusters.list({ order: "size", limit: 10 });
      expect(items.reduce((sum, { size }) => sum + size, 0)).toBe(75);
      for (const { id, size } of items) {
        expect((await clusters.members(id, { limit: 500 })).items).toHaveLength(size);
        const authors = await clusters.authors(id);
        expect(authors.reduce((sum, row) => sum + row.count, 0)).toBe(size);
      }
      const now = await clusters.membershipsOf(joined.map(({ feedback_id }) => feedback_id));
      expect(now.size).toBe(60);
    });

    it("does not grow dearer to join with the size of the cluster", async () => {
      const queries: string[] = [];
      const heard = await open({ name, onQuery: (sql) => queries.push(sql) });
      await found(2);
      const asked = async (n: number): Promise<readonly string[]> => {
        queries.length = 0;
        await heard.clusters.join(makeMember(n));
        return [...queries];
      };
      const few = await asked(3_000);
      await found(2_000, "cl-1", 2);
      const many = await asked(3_001);
      await heard.close();
      expect(many).toEqual(few);
      expect(many.length).toBeLessThan(12);
    });

    it("lists the largest or the latest first, page by page, without those merged away", async () => {
      const sizes = [3, 1, 4, 1, 5, 2, 6];
      for (const [at, size] of sizes.entries()) await found(size, `cl-${at}`, at * 10);
      await clusters.merge(["cl-1", "cl-3"], "ana");
      const listed = async (query: Omit<ClusterQuery, "limit">, limit: number) => {
        const ids: string[] = [];
        for (let after: string | undefined; ;) {
          const page = await clusters.list({ ...query, limit, ...(after === undefined ? {} : { after }) });
          ids.push(...page.items.map(({ id }) => id));
          after = page.next;
          if (after === undefined) return ids.join(" ");
        }
      };
      for (const limit of [1, 4, 500]) {
        expect(await listed({ order: "size" }, limit)).toBe("cl-6 cl-4 cl-2 cl-0 cl-5 cl-1");
        expect(await listed({ order: "recent" }, limit)).toBe("cl-6 cl-5 cl-4 cl-1 cl-2 cl-0");
        expect(await listed({ order: "size", minSize: 3 }, limit)).toBe("cl-6 cl-4 cl-2 cl-0");
        expect(await listed({ order: "recent", minSize: 2.5 }, limit)).toBe("cl-6 cl-4 cl-2 cl-0");
      }
      const { next } = await clusters.list({ order: "size", limit: 1 });
      for (const after of [next!, "x", Buffer.from('["\\u0000",1]').toString("base64url")]) {
        await expect(clusters.list({ order: "recent", limit: 1, after })).rejects.toMatchObject({
          code: "invalid_cursor",
        });
      }
      const members = await clusters.members("cl-6", { limit: 4 });
      expect(members.items.map(({ feedback_id }) => feedback_id)).toEqual(idsOf(65, 64, 63, 62));
      const rest = await clusters.members("cl-6", { limit: 4, after: members.next! });
      expect(rest.items.map(({ feedback_id }) => feedback_id)).toEqual(idsOf(61, 60));
      expect(rest.next).toBeUndefined();
    });

    it("counts occurrences per agent and day that a span touches", async () => {
      const times = ["2026-02-28T23:59:59.999Z", "2026-03-01T00:00:00.000Z", "2026-03-01T12:00:00.000Z"];
      await clusters.found(
        "cl-1",
        times.map((time, n) => makeMember(n, { time, agent: "rio" })),
      );
      const occurrences = (from: string, to: string) => clusters.occurrences("cl-1", { from, to });
      const [before, after] = [
        { day: "2026-02-28", agent: "rio", count: 1 },
        { day: "2026-03-01", agent: "rio", count: 2 },
      ];
      expect(await occurrences("2026-01-01T00:00:00Z", "2026-03-01T00:00:00Z")).toEqual([before]);
      expect(await occurrences("2026-02-28T20:00:00Z", "2026-03-01T06:00:00Z")).toEqual([before, after]);
      expect(await occurrences("2026-03-01T06:00:00Z", "2026-09-01T00:00:00Z")).toEqual([after]);
      await expect(occurrences("soon", "later")).rejects.toThrow(RangeError);
    });

    it("counts occurrences of clusters without a rule, whatever became of the cluster", async () => {
      const on = (n: number, time: string) => makeMember(n, { time, agent: "rio" });
      await clusters.found("cl-free", [on(1, "2026-03-01T10:00:00.000Z"), on(2, "2026-03-02T10:00:00.000Z")]);
      await clusters.found("cl-too", [on(3, "2026-03-01T11:00:00.000Z")]);
      await clusters.found("cl_1", [on(4, "2026-03-01T12:00:00.000Z")]);
      await clusters.found("cl-into", [on(5, "2026-03-01T13:00:00.000Z")]);
      const read = () => clusters.unruledOccurrences(ALL_TIME);
      const counted = async (): Promise<readonly number[]> => (await read()).map(({ count: each }) => each);
      expect(await read()).toEqual([
        { day: "2026-03-01", agent: "rio", count: 4 },
        { day: "2026-03-02", agent: "rio", count: 1 },
      ]);
      await store.rules.restore(ruleAfter(proposing()));
      expect(await counted()).toEqual([3, 1]);
      await clusters.merge(["cl-into", "cl_1"], "ana");
      expect(await counted()).toEqual([2, 1]);
      await expect(clusters.unruledOccurrences({ from: "soon", to: "later" })).rejects.toThrow(RangeError);
    });

    it("counts occurrences of a cluster whose rule was rejected", async () => {
      await clusters.found("cl_1", [makeMember(1)]);
      await store.rules.restore(ruleAfter(proposing(), reject(person("ana"), "not worth it")));
      expect(await clusters.unruledOccurrences(ALL_TIME)).toHaveLength(1);
    });

    it.each(HOSTILE_TEXTS.filter(({ text }) => text.length < 1_000))("keeps $why", async ({ text }) => {
      const member = makeMember(1, { feedback_id: text, author: text, agent: text });
      await clusters.found(`cl ${text}`, [member]);
      await clusters.found("cl-2", [makeMember(2)]);
      expect(await clusters.join({ ...member, cluster_id: "cl-2" })).toMatchObject({ feedback_id: text });
      expect([...(await clusters.membershipsOf([text])).keys()]).toEqual([text]);
      expect(await clusters.find(`cl ${text}`)).toMatchObject({ size: 1 });
      expect(await clusters.authors(`cl ${text}`)).toHaveLength(1);
    });

    it("takes a person's name out of members and counts, and keeps the counts", async () => {
      await found(7);
      await clusters.split("cl-1", idsOf(1, 3), "cl-2", "ana");
      await store.feedback.record([makeFeedback(1)]);
      await store.feedback.erasePerson("ana", "cleo");
      expect(await clusters.authors("cl-1")).toEqual([
        { author: "ben", trust: "person", count: 1 },
        { author: "cleo", trust: "person", count: 2 },
        { author: "erased", trust: "person", count: 2 },
      ]);
      expect((await clusters.membershipsOf(idsOf(1))).get("fb-1")).toMatchObject({ by: "erased" });
      await store.feedback.erasePerson("ben", "cleo");
      expect(await clusters.authors("cl-1")).toEqual([
        { author: "cleo", trust: "person", count: 2 },
        { author: "erased", trust: "person", count: 3 },
      ]);
      const { items } = await clusters.members("cl-1", { limit: 500 });
      expect(items.map(({ author }) => author)).not.toContain("ana");
      expect(await store.audit.list({ limit: 1 })).toMatchObject([{ action: "person.erased" }]);
      expect(await store.audit.verify()).toMatchObject({ ok: true });
      const acts = (await store.audit.list({ limit: 9 })).length;
      await store.feedback.erasePerson("ben", "cleo");
      expect(await store.audit.list({ limit: 9 }), "there was nothing to erase").toHaveLength(acts);
    });

    it("stays consistent whatever is founded, joined, merged and split; people win", async () => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(clusterSteps, async (steps) => {
          run += 1;
          const walk = new ClusterWalk(clusters, `run-${run}`);
          for (const next of steps) expect(await walk.take(next)).toEqual({ asExpected: true });
          await checkClusters(clusters, walk.model, walk.feedbackIds);
        }),
        { numRuns: 120 },
      );
    });

    it("says that the store is closed", async () => {
      await store.close();
      await expect(clusters.join(makeMember(1))).rejects.toMatchObject({ code: "store_closed" });
      await expect(clusters.list({ order: "size", limit: 1 })).rejects.toMatchObject({
        code: "store_closed",
      });
    });
  });
}
