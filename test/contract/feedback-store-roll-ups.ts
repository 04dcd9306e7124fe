import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Feedback } from "../../src/core/feedback/feedback.ts";
import type { Store } from "../../src/ports/store.ts";
import { foldRollUp, inOrder } from "./fold-roll-up.ts";
import { ALL_TIME, feedbackArbitrary, makeFeedback, timeAt } from "./make-feedback.ts";
import { readAll } from "./read-all.ts";

interface HeldStore {
  /** The one that is open for the test. */
  readonly store: () => Store;
  readonly openAnother: (name: string) => Promise<Store>;
  /** What the open one asked its database. */
  readonly queries: string[];
}

/** What every driver promises of counts. */
export function describeRollUps({ store, openAnother, queries }: HeldStore): void {
  describe("rollUpPart", () => {
    const HOUR = "2026-04-02T10:";
    const at = (minute: string, n: number, fields: Partial<Feedback> = {}): Feedback =>
      makeFeedback(n, { outcome: "rejected", agent: "rio", time: `${HOUR}${minute}.000Z`, ...fields });
    const ask = (from: string, to: string, more: { readonly agent?: string; readonly most?: number } = {}) =>
      store().feedback.rollUpPart({ from: `${HOUR}${from}Z`, to: `${HOUR}${to}Z`, most: 100, ...more });

    it("counts what is in a part of an hour, and nothing around it", async () => {
      const inside = [at("20:00", 1), at("40:59", 2), at("30:00", 3, { agent: "mia", outcome: "approved" })];
      await store().feedback.record([at("19:59", 4), ...inside, at("41:00", 5)]);
      expect(inOrder((await ask("20:00", "41:00"))!)).toEqual(inOrder(foldRollUp(inside)));
      const rio = inside.filter(({ agent }) => agent === "rio");
      expect(inOrder((await ask("20:00", "41:00", { agent: "rio" }))!)).toEqual(inOrder(foldRollUp(rio)));
      expect(await ask("50:00", "59:00")).toEqual({ hours: [], tags: [] });
    });

    it("answers nothing where there are more records than it may read", async () => {
      await store().feedback.record([at("20:00", 1), at("21:00", 2), at("22:00", 3)]);
      expect(await ask("20:00", "30:00", { most: 2 })).toBeUndefined();
      expect(await ask("20:00", "30:00", { most: 3 })).toBeDefined();
    });
  });

  describe("rollUpSince", () => {
    const from = ALL_TIME.from;
    const rejected = (n: number, fields: Partial<Feedback> = {}): Feedback =>
      makeFeedback(n, { outcome: "rejected", agent: `agent-${n % 3}`, ...fields });

    it("tells which rows changed after a place, whole, and nothing twice", async () => {
      const early = [rejected(1), rejected(2), rejected(3)];
      await store().feedback.record(early);
      const start = await store().feedback.rollUpSince({ after: null, from });
      expect(start.rows).toBeNull();
      const nothing = await store().feedback.rollUpSince({ after: start.place, from });
      expect(nothing.rows).toEqual({ hours: [], tags: [] });

      const late = [rejected(4, { time: early[0]!.time }), rejected(5, { time: timeAt(9_000) })];
      await store().feedback.record([...late, early[1]!]);
      const news = await store().feedback.rollUpSince({ after: nothing.place, from });
      const placeOf = ({ agent, time }: Feedback): string => `${agent} ${time.slice(0, 13)}`;
      const changed = new Set(late.map(placeOf));
      const all = foldRollUp([...early, ...late].filter((record) => changed.has(placeOf(record))));
      expect(inOrder(news.rows!)).toEqual(inOrder(all));
      const again = await store().feedback.rollUpSince({ after: news.place, from });
      expect(again.rows).toEqual({ hours: [], tags: [] });
    });

    it("tells nothing of hours before those that are kept", async () => {
      const { place } = await store().feedback.rollUpSince({ after: null, from });
      await store().feedback.record([rejected(1, { time: "2020-01-01T00:00:00.000Z" })]);
      const news = await store().feedback.rollUpSince({ after: place, from: "2020-01-01T01:00:00Z" });
      expect(news.rows).toEqual({ hours: [], tags: [] });
    });

    it("has the same questions whatever was recorded before", async () => {
      await store().feedback.record([rejected(1)]);
      const { place } = await store().feedback.rollUpSince({ after: null, from });
      const ask = async (n: number): Promise<readonly string[]> => {
        await store().feedback.record([rejected(n)]);
        queries.length = 0;
        await store().feedback.rollUpSince({ after: place, from });
        return [...queries];
      };
      const first = await ask(2);
      await store().feedback.record(Array.from({ length: 300 }, (_, n) => rejected(100 + n)));
      const later = await store().feedback.rollUpSince({ after: place, from });
      await store().feedback.record([rejected(3)]);
      queries.length = 0;
      await store().feedback.rollUpSince({ after: later.place, from });
      expect(queries.length).toBeLessThanOrEqual(first.length);
    });
  });

  describe("rollUp", () => {
    it("equals a fold over the records, however they arrive", { timeout: 60_000 }, async () => {
      let round = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(feedbackArbitrary, { maxLength: 8 }), { maxLength: 8 }),
          async (calls) => {
            round += 1;
            const fresh = await openAnother(String(round));
            await Promise.all(calls.map((records) => fresh.feedback.record(records)));
            const kept = await readAll(fresh.feedback);
            const events = new Set(calls.flat().map((record) => record.event_id));
            expect(new Set(kept.map((record) => record.event_id))).toEqual(events);
            expect(inOrder(await fresh.feedback.rollUp(ALL_TIME))).toEqual(foldRollUp(kept));
            await fresh.close();
          },
        ),
        { numRuns: 40 },
      );
    });

    it("takes the hours from the first on and before the last, of one agent or of all", async () => {
      await store().feedback.record([0, 59, 60, 119, 120].map((minute) => makeFeedback(minute)));
      await store().feedback.record([makeFeedback(61, { agent: "kai" })]);
      const range = { from: "2026-03-01T01:00:00Z", to: "2026-03-01T02:00:00Z" };
      const hour = Date.parse(range.from) / 3_600_000;
      const { hours, tags } = await store().feedback.rollUp({ ...range, agent: "rio" });
      expect(hours).toMatchObject([{ agent: "rio", hour, rejected: 2 }]);
      expect(tags).toEqual([{ agent: "rio", tag: "tests_failing", hour, count: 2 }]);
      expect((await store().feedback.rollUp(range)).hours.length).toBe(2);
      expect(await store().feedback.rollUp({ from: range.to, to: range.from })).toEqual({
        hours: [],
        tags: [],
      });
    });

    it("counts a tag once for each rejection, and for nothing else", async () => {
      await store().feedback.record([
        makeFeedback(1, { tags: ["io", "io", "style"] }),
        makeFeedback(2, { tags: ["io"], outcome: "approved" }),
        makeFeedback(3, { tags: ["io"], outcome: "approved_with_changes" }),
        makeFeedback(4, { tags: ["io"], outcome: null }),
      ]);
      const { hours, tags } = await store().feedback.rollUp(ALL_TIME);
      expect(hours).toMatchObject([{ approved: 1, approved_with_changes: 1, rejected: 1 }]);
      expect(Object.fromEntries(tags.map(({ tag, count }) => [tag, count]))).toEqual({ io: 1, style: 1 });
    });

    it("asks two queries, whatever the number of agents and records", async () => {
      for (const agents of [1, 50]) {
        await store().feedback.record(
          Array.from({ length: 200 }, (_, n) =>
            makeFeedback(n, { event_id: `jsonl:${agents}-${n}`, agent: `agent-${n % agents}` }),
          ),
        );
        queries.length = 0;
        await store().feedback.rollUp(ALL_TIME);
        await store().feedback.rollUp({ ...ALL_TIME, agent: "agent-0" });
        expect(queries.length).toBe(4);
      }
    });

    it("says that an hour cannot be read", async () => {
      await expect(store().feedback.rollUp({ from: "now", to: "later" })).rejects.toThrow(RangeError);
    });
  });
}
