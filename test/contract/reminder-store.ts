import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ReminderEnd } from "../../src/core/reminder/reminder.ts";
import type { Store } from "../../src/ports/store.ts";
import { HOSTILE_TEXTS, makeFeedback, timeAt } from "./make-feedback.ts";
import type { StorePlace } from "./feedback-store.ts";

const end = (n: number, parts: Partial<ReminderEnd> = {}): ReminderEnd => ({
  feedback_id: makeFeedback(n).id,
  how: "dismissed",
  by: "ana",
  reason: `no longer true ${n}`,
  at: timeAt(n),
  ...parts,
});

/** What every driver of the port promises. */
export function describeReminderStore(driver: string, open: (place: StorePlace) => Promise<Store>): void {
  describe(`reminders on ${driver}`, () => {
    let number = 0;
    let store: Store;
    beforeEach(async () => {
      number += 1;
      store = await open({ name: `reminders-${number}` });
    });
    afterEach(() => store.close());

    it("an end is kept as it was given, and the first one holds", async () => {
      expect(await store.reminders.end(end(1))).toBe(true);
      expect(await store.reminders.end(end(1, { how: "fixed", by: "bo" }))).toBe(false);
      expect(await store.reminders.end(end(2, { how: "fixed", by: "rio", reason: "npm test" }))).toBe(true);
      const ids = [1, 2, 3].map((n) => makeFeedback(n).id);
      expect(await store.reminders.ends(ids)).toEqual(
        new Map([
          [ids[0], end(1)],
          [ids[1], end(2, { how: "fixed", by: "rio", reason: "npm test" })],
        ]),
      );
      expect(await store.reminders.ends([])).toEqual(new Map());
    });

    it("of many who end it at once one is first, and the audit log has one act", async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => store.reminders.end(end(1, { by: `p${n}` }))),
      );
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect(await store.audit.verify()).toMatchObject({ ok: true, entries: 1 });
      await store.reminders.end(end(2, { how: "fixed" }));
      expect(await store.audit.verify()).toMatchObject({ ok: true, entries: 1 });
    });

    it("erasing a person takes their name and words out of it, and the end stays", async () => {
      await store.reminders.end(end(1));
      await store.feedback.erasePerson("ana", "root");
      const [found] = (await store.reminders.ends([makeFeedback(1).id])).values();
      expect(found).toMatchObject({ by: "erased", reason: "" });
    });

    it("goes with the record when that is deleted", async () => {
      await store.feedback.record([makeFeedback(1), makeFeedback(2)]);
      for (const n of [1, 2]) await store.reminders.end(end(n));
      await store.feedback.deleteOlderThan(timeAt(2));
      const ids = [1, 2].map((n) => makeFeedback(n).id);
      expect([...(await store.reminders.ends(ids)).keys()]).toEqual([makeFeedback(2).id]);
    });

    it("takes any text", async () => {
      for (const { why, text } of HOSTILE_TEXTS) {
        const id = text.slice(0, 200);
        await store.reminders.end({ ...end(1), feedback_id: id, by: id, reason: id });
        expect([why, (await store.reminders.ends([id])).get(id)?.feedback_id]).toEqual([why, id]);
      }
    });

    it("answers for as many ids as a page of corrections has", async () => {
      for (const n of [1, 1_500]) await store.reminders.end(end(n));
      const ids = Array.from({ length: 2_000 }, (_, n) => makeFeedback(n).id);
      expect((await store.reminders.ends(ids)).size).toBe(2);
    });
  });
}
