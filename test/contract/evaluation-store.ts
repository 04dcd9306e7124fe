import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EvaluationCommand } from "../../src/core/evaluation/decide-evaluation.ts";
import { CLASSIFICATIONS, type EvaluationRecord } from "../../src/core/evaluation/evaluation.ts";
import { person } from "../examples/example-rule.ts";
import type { EvaluationQuery, EvaluationStore } from "../../src/ports/rule-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { changeEvaluation, evaluating, resolving } from "./change-evaluation.ts";
import type { StoreDriver } from "./store-driver.ts";
import { takeEvents } from "./take-events.ts";

/** What every driver of the port promises. */
export function describeEvaluationStore(driver: string, { open, openClient }: StoreDriver): void {
  describe(`the evaluation store on ${driver}`, () => {
    let number = 0;
    let name = "";
    let store: Store;
    let evaluations: EvaluationStore;

    beforeEach(async () => {
      number += 1;
      name = `evaluations-${number}`;
      store = await open({ name });
      ({ evaluations } = store);
    });
    afterEach(() => store.close());

    const decide = async (n: number, command: EvaluationCommand, minute = n): Promise<EvaluationRecord> => {
      const change = changeEvaluation((await evaluations.find(`fb-${n}`)) ?? null, command, minute);
      expect(await evaluations.save(change)).toBe(true);
      return change.state;
    };

    const listed = async (query: Omit<EvaluationQuery, "limit">, limit = 2): Promise<readonly number[]> => {
      const found: number[] = [];
      for (let after: string | undefined; ;) {
        const page = await evaluations.list({ ...query, limit, ...(after === undefined ? {} : { after }) });
        found.push(...page.items.map(({ feedback_id }) => Number(feedback_id.slice(3))));
        after = page.next;
        if (after === undefined) return found;
      }
    };

    it("keeps an evaluation and what people made of it", async () => {
      expect(await evaluations.find("fb-1")).toBeUndefined();
      const made = await decide(1, evaluating(1, "ambiguous"));
      expect(await evaluations.find("fb-1")).toEqual(made);
      const resolved = await decide(1, resolving("ana", "generalizable"), 5);
      expect(await evaluations.find("fb-1")).toEqual(resolved);
      const again = await decide(1, evaluating(1, "edge_case"), 9);
      expect(again.resolution).toEqual(resolved.resolution);
      expect(await evaluations.find("fb-1")).toEqual(again);
    });

    it("finds many at once, each under the id of its feedback", async () => {
      const [one, two] = [
        await decide(1, evaluating(1, "ambiguous")),
        await decide(2, evaluating(2, "positive")),
      ];
      const found = await evaluations.findAll(["fb-1", "fb-2", "fb-3", "fb-1"]);
      expect([...found].toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual([
        ["fb-1", one],
        ["fb-2", two],
      ]);
      expect((await evaluations.findAll([])).size).toBe(0);
    });

    it("takes a change over the revision it was decided on only", async () => {
      const first = changeEvaluation(null, evaluating(1, "ambiguous"), 1);
      expect(await evaluations.save(first)).toBe(true);
      expect(await evaluations.save(first)).toBe(false);
      const second = changeEvaluation(first.state, resolving("ana", "ignore"), 2);
      expect(await evaluations.save(second)).toBe(true);
      expect(await evaluations.save(changeEvaluation(first.state, resolving("ben", "edge_case"), 2))).toBe(
        false,
      );
      expect(await evaluations.find("fb-1")).toEqual(second.state);
      expect(await evaluations.counts()).toMatchObject({ ambiguous: 0, ignored: 1, edge_case: 0 });
    });

    it("has one winner when people resolve the same at once from several clients (003.1)", async () => {
      const other = await openClient(name, store);
      const { state } = changeEvaluation(null, evaluating(1, "ambiguous"), 1);
      await decide(1, evaluating(1, "ambiguous"));
      const saved = await Promise.all(
        (["generalizable", "edge_case", "ignore", "edge_case"] as const).map((as, n) =>
          [store, other][n % 2]!.evaluations.save(changeEvaluation(state, resolving(`person-${n}`, as), 2)),
        ),
      );
      await other.close();
      expect(saved.filter(Boolean)).toHaveLength(1);
      const counts = await evaluations.counts();
      expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(1);
      expect(await store.audit.list({ limit: 5 })).toHaveLength(1);
      expect((await takeEvents(store)).map(({ type }) => type)).toEqual([
        "emend.evaluation.changed",
        "emend.evaluation.ambiguous",
        "emend.evaluation.changed",
      ]);
    });

    it("tells of each change as an event, and of people's acts in the audit log (003.8)", async () => {
      await decide(1, evaluating(1, "ambiguous"));
      await decide(1, resolving("ana", "ignore"), 2);
      await decide(2, { ...evaluating(2, "edge_case"), by: person("ben") });
      await decide(2, { type: "promote_edge_case", by: person("cleo"), reason: "Seen elsewhere." }, 4);
      const entries = await store.audit.list({ limit: 9 });
      expect(entries.toReversed()).toMatchObject([
        { actor: "ana", action: "evaluation.resolved", subject: "fb-1" },
        { actor: "ben", action: "evaluation.made", subject: "fb-2" },
        { actor: "cleo", action: "evaluation.promoted", subject: "fb-2" },
      ]);
      const events = (await takeEvents(store)).map(({ id, type, data }) => ({ id, type, data }));
      expect(events.filter(({ type }) => type === "emend.evaluation.ambiguous")).toEqual([
        {
          id: "evaluation.ambiguous:fb-1:1",
          type: "emend.evaluation.ambiguous",
          data: { id: "fb-1", standing: "ambiguous", revision: 1 },
        },
      ]);
      expect(events.filter(({ type }) => type === "emend.evaluation.changed")).toEqual(
        (
          [
            ["fb-1", 1, "ambiguous"],
            ["fb-1", 2, "ignored"],
            ["fb-2", 1, "edge_case"],
            ["fb-2", 2, "generalizable_high"],
          ] as const
        ).map(([id, revision, standing]) => ({
          id: `evaluation.changed:${id}:${revision}`,
          type: "emend.evaluation.changed",
          data: { id, standing, revision },
        })),
      );
    });

    it("lists the last evaluated first by what they count as now, and counts them", async () => {
      for (let n = 0; n < 15; n += 1) await decide(n, evaluating(n, CLASSIFICATIONS[n % 5]!));
      await decide(3, resolving("ana", "ignore"), 50);
      await decide(8, resolving("ana", "generalizable"), 51);
      for (const limit of [1, 4, 500]) {
        expect(await listed({}, limit)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
      }
      expect(await listed({ standing: "ambiguous" })).toEqual([13]);
      expect(await listed({ standing: "ignored" })).toEqual([3]);
      expect(await listed({ standing: "generalizable_high" })).toEqual([10, 8, 5, 0]);
      expect(await listed({ standing: "generalizable_high", resolved: false })).toEqual([10, 5, 0]);
      expect(await listed({ resolved: true })).toEqual([8, 3]);
      expect(await listed({ resolved: false }, 5)).toEqual([14, 13, 12, 11, 10, 9, 7, 6, 5, 4, 2, 1, 0]);
      expect(await evaluations.counts()).toEqual({
        generalizable_high: 4,
        generalizable_low: 3,
        edge_case: 3,
        ambiguous: 1,
        positive: 3,
        ignored: 1,
      });
      await decide(0, evaluating(0, "positive"), 60);
      expect(await listed({ standing: "positive" })).toEqual([0, 14, 9, 4]);
      await expect(evaluations.list({ limit: 1, after: "[]" })).rejects.toMatchObject({
        code: "invalid_cursor",
      });
    });

    it("puts an evaluation back at its revision, once, with an event and no act", async () => {
      await decide(1, evaluating(1, "ambiguous"));
      const record = await decide(1, resolving("ana", "edge_case"), 5);
      const other = await open({ name: `${name}-other` });
      try {
        expect(await other.evaluations.restore(record)).toBe(true);
        expect(await other.evaluations.restore({ ...record, resolution: null })).toBe(false);
        expect(await other.evaluations.find("fb-1")).toEqual(record);
        expect((await other.evaluations.list({ resolved: true, limit: 5 })).items).toEqual([record]);
        expect(await other.evaluations.counts()).toMatchObject({ edge_case: 1, ambiguous: 0 });
        expect(await other.audit.list({ limit: 5 })).toEqual([]);
        expect(await takeEvents(other)).toMatchObject([{ id: "evaluation.changed:fb-1:2" }]);
        await other.feedback.erasePerson("ana", "cleo");
        expect(await other.evaluations.find("fb-1")).toMatchObject({
          revision: 3,
          resolution: { by: "erased" },
        });
      } finally {
        await other.close();
      }
    });

    it("forgets who resolved, and keeps what they decided, when a person is erased", async () => {
      await decide(1, evaluating(1, "ambiguous"));
      await decide(1, resolving("ana", "ignore"), 2);
      await decide(2, evaluating(2, "ambiguous"));
      const kept = await decide(2, resolving("ben", "ignore"), 2);
      await takeEvents(store);
      await store.feedback.erasePerson("ana", "cleo");
      expect(await evaluations.find("fb-1")).toMatchObject({
        revision: 3,
        resolution: { as: "ignore", by: "erased", reason: "" },
      });
      expect(await evaluations.find("fb-2")).toEqual(kept);
      expect(await evaluations.counts()).toMatchObject({ ignored: 2 });
      expect(await takeEvents(store)).toMatchObject([{ data: { id: "fb-1", revision: 3 } }]);
      await store.feedback.erasePerson("ana", "cleo");
      expect(await takeEvents(store)).toEqual([]);
    });

    it("says that the store is closed", async () => {
      await store.close();
      await expect(evaluations.counts()).rejects.toMatchObject({ code: "store_closed" });
    });
  });
}
