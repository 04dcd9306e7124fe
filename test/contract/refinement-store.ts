import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RefinementRecord } from "../../src/core/prompt/refinement-record.ts";
import type { Store } from "../../src/ports/store.ts";
import type { StorePlace } from "./feedback-store.ts";
import { HOSTILE_TEXTS, makeFeedback, timeAt } from "./make-feedback.ts";

const idOf = (n: number): string => `rf_${n.toString(16).padStart(32, "0")}`;

const refined = (n: number, parts: Partial<RefinementRecord> = {}): RefinementRecord => ({
  id: idOf(n),
  timestamp: timeAt(n),
  original_prompt: `Parse the file ${n}.`,
  feedback_type: "verification_failure",
  feedback_signal: `test ${n} failed`,
  actions_applied: ["add_test_context", "request_validation"],
  refined_prompt: `Parse the file ${n}.\n\n## Checks to pass`,
  iteration: 1,
  success: false,
  score_before: 3,
  score_after: 6,
  recorded_by: "ana",
  ...parts,
});

/** What every driver of the port promises. */
export function describeRefinementStore(driver: string, open: (place: StorePlace) => Promise<Store>): void {
  describe(`the log of refinements on ${driver}`, () => {
    let number = 0;
    let store: Store;
    beforeEach(async () => {
      number += 1;
      store = await open({ name: `refinements-${number}` });
    });
    afterEach(() => store.close());
    const ids = async (query: object): Promise<readonly string[]> =>
      (await store.refinements.list({ limit: 50, ...query })).items.map(({ id }) => id);

    it("001.7 keeps one entry for each iteration, as it was given, and the same once", async () => {
      const second = refined(2, { agent: "rio", session: "s-1", run: "r-1", iteration: 2, success: true });
      expect(await store.refinements.record([refined(1), second])).toBe(2);
      expect(await store.refinements.record([second, refined(3)])).toBe(1);
      expect(await store.refinements.find(idOf(2))).toEqual({ ...second, next: null });
      expect(await store.refinements.find("rf_none")).toBeUndefined();
      const { items } = await store.refinements.list({ limit: 10 });
      expect(items.map(({ id }) => id)).toEqual([idOf(3), idOf(2), idOf(1)]);
    });

    it("17.3 answers by agent, type, action, session, run and time, page by page", async () => {
      await store.refinements.record([
        refined(1, { agent: "rio", session: "s-1" }),
        refined(2, {
          agent: "kim",
          run: "r-1",
          feedback_type: "runtime_error",
          actions_applied: ["add_context"],
        }),
        refined(3, { agent: "rio", session: "s-2" }),
        refined(4),
      ]);
      expect(await ids({ agent: "rio" })).toEqual([idOf(3), idOf(1)]);
      expect(await ids({ type: "runtime_error" })).toEqual([idOf(2)]);
      expect(await ids({ action: "add_context" })).toEqual([idOf(2)]);
      expect(await ids({ action: "add_test_context" })).toEqual([idOf(4), idOf(3), idOf(1)]);
      expect(await ids({ session: "s-2" })).toEqual([idOf(3)]);
      expect(await ids({ run: "r-1" })).toEqual([idOf(2)]);
      expect(await ids({ since: timeAt(3) })).toEqual([idOf(4), idOf(3)]);
      const first = await store.refinements.briefs({ limit: 3 });
      expect(first.items.map(({ id }) => id)).toEqual([idOf(4), idOf(3), idOf(2)]);
      expect(Object.keys(first.items[0]!)).not.toContain("original_prompt");
      const rest = await store.refinements.briefs({ limit: 3, after: first.next! });
      expect(rest.items.map(({ id }) => id)).toEqual([idOf(1)]);
      expect(rest.next).toBeUndefined();
      await expect(store.refinements.list({ limit: 3, after: "x" })).rejects.toMatchObject({
        code: "invalid_cursor",
      });
    });

    it("17.3 knows the next outcome in the same run or session, and nothing else", async () => {
      const said = (n: number, parts: object) =>
        makeFeedback(n, { run: "s-1", agent: "rio", outcome: null, tags: [], ...parts });
      await store.refinements.record([
        refined(10, { agent: "rio", session: "s-1" }),
        refined(20, { agent: "rio", run: "s-1" }),
        refined(30, { agent: "rio", session: "s-1" }),
        refined(31, { agent: "rio", session: "s-1", iteration: 2 }),
        refined(50, { agent: "rio", session: "s-1" }),
        refined(51, { session: "s-9" }),
        refined(52),
      ]);
      await store.feedback.record([
        said(5, { outcome: "rejected" }),
        said(15, { run: "s-2", outcome: "approved" }),
        said(22, { author: { id: "eve", trust: "outsider" }, outcome: "approved" }),
        said(24, { agent: "kim", outcome: "approved" }),
        said(25, { tags: ["runtime_error"] }),
        said(40, { outcome: "approved_with_changes" }),
        said(60, { claimed_outcome: "approved" }),
      ]);
      const { items } = await store.refinements.list({ limit: 50 });
      expect(items.map(({ id, next }) => [id, next?.heard ?? null, next?.at ?? null])).toEqual([
        [idOf(52), null, null],
        [idOf(51), null, null],
        [idOf(50), "claimed_approved", timeAt(60)],
        [idOf(31), "approved_with_changes", timeAt(40)],
        [idOf(30), "approved_with_changes", timeAt(40)],
        [idOf(20), "runtime_error", timeAt(25)],
        [idOf(10), "runtime_error", timeAt(25)],
      ]);
      expect(items.at(-1)?.next?.id).toBe(makeFeedback(25).id);
    });

    it("17.3 the next refinement of a session is the next outcome, if there is no other", async () => {
      await store.refinements.record([
        refined(1, { session: "s-1" }),
        refined(2, { session: "s-1", feedback_type: "user_rejection" }),
      ]);
      expect((await store.refinements.find(idOf(1)))?.next).toEqual({
        heard: "user_rejection",
        at: timeAt(2),
        id: idOf(2),
      });
    });

    it("17.3 erasing a person takes their name and all texts out of what they recorded", async () => {
      await store.refinements.record([refined(1), refined(2, { recorded_by: "bo" })]);
      await store.feedback.erasePerson("ana", "root");
      expect(await store.refinements.find(idOf(1))).toMatchObject({
        recorded_by: "erased",
        original_prompt: "",
        refined_prompt: "",
        feedback_signal: "",
        actions_applied: ["add_test_context", "request_validation"],
        score_after: 6,
      });
      expect(await store.refinements.find(idOf(2))).toMatchObject({ recorded_by: "bo" });
      expect((await store.refinements.find(idOf(2)))?.original_prompt).toContain("Parse");
    });

    it("17.3 retention deletes old entries, and an outcome is deleted with its feedback", async () => {
      await store.refinements.record([refined(1, { session: "s-1" }), refined(5, { session: "s-1" })]);
      await store.feedback.record([makeFeedback(6, { run: "s-1", outcome: "approved" })]);
      expect((await store.refinements.find(idOf(5)))?.next?.heard).toBe("approved");
      await store.feedback.deleteOlderThan(timeAt(3));
      expect(await ids({})).toEqual([idOf(5)]);
      await store.feedback.deleteOlderThan(timeAt(7));
      expect(await ids({})).toEqual([]);
    });

    it("takes any text", async () => {
      for (const [n, { why, text }] of HOSTILE_TEXTS.entries()) {
        const name = text.slice(0, 200);
        const record = refined(n, { original_prompt: text, refined_prompt: text, run: name, agent: name });
        await store.refinements.record([record]);
        expect([why, (await store.refinements.find(idOf(n)))?.original_prompt]).toEqual([why, text]);
      }
    });
  });
}
