import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../src/ports/store.ts";
import { makeFeedback, timeAt } from "./make-feedback.ts";
import { makeMember } from "./make-member.ts";
import type { StoreDriver } from "./store-driver.ts";

const DAY = 1_440;
const FIRST_WEEK = { first: "2026-03-01", last: "2026-03-07" };

/** What every driver of the port promises. */
export function describeLoopStore(name: string, { open }: Pick<StoreDriver, "open">): void {
  describe(`what the loop did on ${name}`, () => {
    let store: Store;
    let number = 0;
    beforeEach(async () => {
      number += 1;
      store = await open({ name: `loop-${number}` });
    });
    afterEach(() => store.close());

    const member = (n: number, cluster: string, day: number, agent: string) =>
      makeMember(n, { cluster_id: cluster, time: timeAt(day * DAY), agent });

    it("counts corrections without approvals, of all agents or of one", async () => {
      const outcomes = ["rejected", "approved", "approved_with_changes", null, "approved"] as const;
      await store.feedback.record([
        ...outcomes.map((outcome, n) => makeFeedback(n, { outcome })),
        makeFeedback(10, { agent: "kai", time: timeAt(6 * DAY + 1_439) }),
        makeFeedback(11, { time: timeAt(7 * DAY) }),
      ]);
      expect(await store.loop.counts(FIRST_WEEK)).toEqual({ corrected: 4, recurred: 0 });
      expect(await store.loop.counts({ ...FIRST_WEEK, agent: "kai" })).toEqual({ corrected: 1, recurred: 0 });
      expect(await store.loop.counts({ first: "2026-03-08", last: "2026-03-08" })).toEqual({
        corrected: 1,
        recurred: 0,
      });
    });

    it("counts as recurred what is not the first of its kind", async () => {
      await store.clusters.found("cl-a", [member(1, "cl-a", 0, "rio"), member(2, "cl-a", 2, "kai")]);
      await store.clusters.join(member(3, "cl-a", 8, "rio"));
      await store.clusters.found("cl-b", [member(4, "cl-b", 3, "rio")]);
      const recurred = async (span: object): Promise<number> =>
        (await store.loop.counts({ ...FIRST_WEEK, ...span })).recurred;
      expect(await recurred({})).toBe(1);
      expect(await recurred({ agent: "kai" })).toBe(1);
      expect(await recurred({ agent: "rio" })).toBe(0);
      expect(await recurred({ first: "2026-03-08", last: "2026-03-14" })).toBe(1);
    });

    it("lists the most common mistakes, and when and in whose work they occurred", async () => {
      await store.clusters.found("cl-a", [member(1, "cl-a", 0, "rio"), member(2, "cl-a", 2, "kai")]);
      await store.clusters.found("cl-b", [
        member(3, "cl-b", 1, "rio"),
        member(4, "cl-b", 1, "rio"),
        member(5, "cl-b", 9, "rio"),
        member(6, "cl-b", 2, "kai"),
      ]);
      expect(await store.loop.common({ ...FIRST_WEEK, limit: 5 })).toEqual([
        { cluster_id: "cl-b", count: 3 },
        { cluster_id: "cl-a", count: 2 },
      ]);
      expect(await store.loop.common({ ...FIRST_WEEK, agent: "kai", limit: 1 })).toEqual([
        { cluster_id: "cl-a", count: 1 },
      ]);
      expect(await store.loop.occurrences(["cl-b", "cl-none"], FIRST_WEEK)).toEqual([
        { cluster_id: "cl-b", agent: "rio", day: "2026-03-02", count: 2 },
        { cluster_id: "cl-b", agent: "kai", day: "2026-03-03", count: 1 },
      ]);
    });

    it("finds the occurrences of a merged cluster under its old id", async () => {
      await store.clusters.found("cl-a", [member(1, "cl-a", 0, "rio")]);
      await store.clusters.found("cl-b", [member(2, "cl-b", 1, "rio")]);
      await store.clusters.merge(["cl-a", "cl-b"], "ana");
      expect(await store.loop.occurrences(["cl-b"], FIRST_WEEK)).toEqual([
        { cluster_id: "cl-b", agent: "rio", day: "2026-03-01", count: 1 },
        { cluster_id: "cl-b", agent: "rio", day: "2026-03-02", count: 1 },
      ]);
    });

    it("lists acts of some kinds in order", async () => {
      for (const [action, subject] of [
        ["rule.proposed", "ru_1"],
        ["token.issued", "t-1"],
        ["rule.activated", "ru_1"],
      ] as const)
        await store.audit.append({ actor: "ana", action, subject, detail: {} });
      const today = new Date().toISOString().slice(0, 10);
      const span = { first: "2020-01-01", last: today };
      const acts = async (query: object): Promise<readonly string[]> =>
        (await store.loop.acts({ ...span, actions: ["rule.proposed", "rule.activated"], ...query })).map(
          ({ action }) => action,
        );
      expect(await acts({})).toEqual(["rule.proposed", "rule.activated"]);
      expect(await acts({ actions: ["rule.activated"] })).toEqual(["rule.activated"]);
      expect(await acts({ actions: [] })).toEqual([]);
      expect(await acts({ last: "2020-01-02" })).toEqual([]);
    });
  });
}
