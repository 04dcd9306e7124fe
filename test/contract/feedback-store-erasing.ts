import { describe, expect, it } from "vitest";
import { ERASED_PERSON } from "../../src/core/feedback/feedback.ts";
import type { Store } from "../../src/ports/store.ts";
import { foldRollUp, inOrder } from "./fold-roll-up.ts";
import { ALL_TIME, makeFeedback, timeAt } from "./make-feedback.ts";
import { readAll } from "./read-all.ts";

/** What every driver promises of taking people and records out. */
export function describeErasing(store: () => Store): void {
  describe("erasePerson", () => {
    it("takes out the person and keeps the counts, once", async () => {
      const hers = Array.from({ length: 250 }, (_, n) => makeFeedback(n));
      const his = makeFeedback(999, { author: { id: "ben", trust: "person" } });
      await store().feedback.record([...hers, his]);
      const before = inOrder(await store().feedback.rollUp(ALL_TIME));
      expect(await store().feedback.erasePerson("ana")).toBe(250);
      expect(await store().feedback.erasePerson("ana")).toBe(0);
      expect(await store().feedback.erasePerson(ERASED_PERSON)).toBe(0);
      expect(await store().feedback.erasePerson("nobody")).toBe(0);
      expect(inOrder(await store().feedback.rollUp(ALL_TIME))).toEqual(before);
      const kept = await readAll(store().feedback);
      expect(kept.length).toBe(251);
      expect(JSON.stringify(kept.filter(({ id }) => id !== his.id))).not.toMatch(/\bana\b|comment \d/);
      expect(await store().feedback.find(his.id)).toEqual(his);
    });

    it("does not bring the words back when the event arrives again", async () => {
      const record = makeFeedback(1);
      await store().feedback.record([record]);
      await store().feedback.erasePerson("ana");
      expect(await store().feedback.record([record])).toEqual([{ state: "known", id: record.id }]);
      expect((await store().feedback.find(record.id))?.author.id).toBe(ERASED_PERSON);
    });

    it("counts content again that comes under a new event beside the erased one", async () => {
      const record = makeFeedback(1);
      const again = makeFeedback(2, { fingerprint: record.fingerprint });
      await store().feedback.record([record]);
      await store().feedback.erasePerson("ana");
      expect(await store().feedback.record([record, again])).toEqual([
        { state: "known", id: record.id },
        { state: "new", id: again.id },
      ]);
    });
  });

  describe("deleteOlderThan", () => {
    it("deletes what is older and keeps the roll-ups", async () => {
      const records = Array.from({ length: 1_300 }, (_, n) => makeFeedback(n));
      await store().feedback.record(records);
      expect(await store().feedback.deleteOlderThan(timeAt(1_200))).toBe(1_200);
      expect(await store().feedback.deleteOlderThan(timeAt(1_200))).toBe(0);
      expect(await readAll(store().feedback)).toEqual(records.slice(1_200).toReversed());
      expect(await readAll(store().feedback, { tag: "tests_failing", limit: 500 })).toEqual(
        records.slice(1_200).toReversed(),
      );
      expect(inOrder(await store().feedback.rollUp(ALL_TIME))).toEqual(foldRollUp(records));
    });

    it("says that a time cannot be read, and deletes nothing", async () => {
      await store().feedback.record([makeFeedback(1)]);
      await expect(store().feedback.deleteOlderThan("zzz")).rejects.toThrow(RangeError);
      expect((await readAll(store().feedback)).length).toBe(1);
    });
  });
}
