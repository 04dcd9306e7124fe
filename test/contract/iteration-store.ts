import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildRound } from "../../src/core/iteration/build-round.ts";
import type { TaskRound } from "../../src/core/iteration/task-round.ts";
import type { Store } from "../../src/ports/store.ts";
import { makeDocument } from "../make-round.ts";
import type { StorePlace } from "./feedback-store.ts";
import { HOSTILE_TEXTS } from "./make-feedback.ts";

const at = (n: number): string => new Date(Date.UTC(2026, 2, 1, 0, n)).toISOString();

function makeRound(n: number, parts: Partial<TaskRound> = {}): TaskRound {
  const { task = "T-1", agent = "rio" } = parts;
  const document = makeDocument(n);
  const facts = { task, agent, document, content: "a\nb\nc", recorded_at: at(n), recorded_by: "ana" };
  return { ...buildRound(facts, [], [{ issue_id: "iss_1" }]), position: n, ...parts };
}
const KEY = { task: "T-1", agent: "rio" };
const ESCALATION = { issue_id: "iss_1", issue: "The total is off by one when the list is empty", seen: 3 };

/** What every driver of the port promises. */
export function describeIterationStore(driver: string, open: (place: StorePlace) => Promise<Store>): void {
  describe(`rounds of tasks on ${driver}`, () => {
    let number = 0;
    let store: Store;
    beforeEach(async () => {
      number += 1;
      store = await open({ name: `iterations-${number}` });
    });
    afterEach(() => store.close());

    const escalated = async (): Promise<readonly unknown[]> => {
      const found: unknown[] = [];
      await store.outbox.relay(1_000, async (events) => {
        found.push(...events.filter(({ type }) => type === "emend.iteration.escalated"));
      });
      return found;
    };

    it("17.1 keeps rounds as they were given, in their order", async () => {
      for (const n of [1, 2, 3]) expect(await store.iterations.add(makeRound(n))).toBe(true);
      expect(await store.iterations.rounds(KEY, 10)).toEqual([1, 2, 3].map((n) => makeRound(n)));
      expect(await store.iterations.rounds(KEY, 2)).toEqual([2, 3].map((n) => makeRound(n)));
      expect(await store.iterations.rounds({ ...KEY, agent: null }, 2)).toEqual([]);
      expect(await store.iterations.findRound(KEY, 2)).toEqual(makeRound(2));
      expect(await store.iterations.findDocument(KEY, makeDocument(3).id)).toEqual(makeRound(3));
      expect(await store.iterations.findDocument(KEY, "another")).toBeUndefined();
      expect(await store.iterations.findRound(KEY, 9)).toBeUndefined();
    });

    it("17.1 takes no round that is not the next, and then tells nothing", async () => {
      await store.iterations.add(makeRound(1));
      const refused = [
        makeRound(1),
        makeRound(3),
        makeRound(2, { document_id: makeDocument(1).id }),
        makeRound(2, { number: 1 }),
        makeRound(5, { position: 1 }),
      ];
      for (const round of refused) {
        expect(await store.iterations.add({ ...round, escalations: [ESCALATION] })).toBe(false);
      }
      expect(await store.iterations.rounds(KEY, 10)).toEqual([makeRound(1)]);
      expect(await escalated()).toEqual([]);
    });

    it("17.1 of many who add the same position at once one is first, and each escalation is published once", async () => {
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          store.iterations.add(makeRound(1, { document_id: `d-${n}`, escalations: [ESCALATION] })),
        ),
      );
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect(await escalated()).toMatchObject([
        {
          id: "iteration.escalated:iss_1:1",
          subject: "iss_1",
          data: { task: "T-1", agent: "rio", round: 1, revision: 1 },
        },
      ]);
    });

    it("17.1 lists tasks with their last round, the last recorded first, page by page", async () => {
      await store.iterations.add(makeRound(1));
      await store.iterations.add(makeRound(2, { escalations: [ESCALATION], score: 0.7 }));
      await store.iterations.add(makeRound(1, { task: "T-2", agent: null, recorded_at: at(1) }));
      await store.iterations.add(makeRound(1, { task: "T-1", agent: "kim", recorded_at: at(9) }));
      const { items } = await store.iterations.list({ limit: 10 });
      expect(items.map(({ task, agent, round_count }) => [task, agent, round_count])).toEqual([
        ["T-1", "kim", 1],
        ["T-1", "rio", 2],
        ["T-2", null, 1],
      ]);
      expect(items[1]).toMatchObject({ last_number: 2, score: 0.7, escalations: 1, verdict: "refine" });
      const first = await store.iterations.list({ limit: 2 });
      const rest = await store.iterations.list({ limit: 2, after: first.next! });
      expect([...first.items, ...rest.items]).toEqual(items);
      expect(rest.next).toBeUndefined();
      expect((await store.iterations.list({ agent: null, limit: 9 })).items).toHaveLength(1);
      expect((await store.iterations.list({ agent: "rio", limit: 9 })).items).toHaveLength(1);
      expect((await store.iterations.list({ task: "T-1", limit: 9 })).items).toHaveLength(2);
      await expect(store.iterations.list({ limit: 1, after: "x" })).rejects.toThrow("next");
    });

    it("17.1 replaces what a document says about the round after it", async () => {
      await store.iterations.add(makeRound(1));
      expect(await store.iterations.track(KEY, 1, { feedback_followed: true })).toBe(true);
      expect(await store.iterations.track(KEY, 2, {})).toBe(false);
      expect((await store.iterations.findRound(KEY, 1))?.tracking).toEqual({ feedback_followed: true });
    });

    it("17.1 erasing a person takes their name out, and deleting what is old takes rounds and tasks along", async () => {
      for (const n of [1, 2]) await store.iterations.add(makeRound(n));
      await store.iterations.add(makeRound(1, { task: "old" }));
      await store.feedback.erasePerson("ana", "root");
      expect((await store.iterations.rounds(KEY, 9)).map(({ recorded_by }) => recorded_by)).toEqual([
        "erased",
        "erased",
      ]);
      await store.feedback.deleteOlderThan(at(2));
      expect((await store.iterations.rounds(KEY, 9)).map(({ position }) => position)).toEqual([2]);
      expect((await store.iterations.list({ limit: 9 })).items.map(({ task }) => task)).toEqual(["T-1"]);
      expect(await store.iterations.add(makeRound(3))).toBe(true);
    });

    it("takes any text", async () => {
      for (const { why, text } of HOSTILE_TEXTS) {
        const name = text.slice(0, 200) || "empty";
        const round = makeRound(1, { task: name, agent: name, document_id: name, summary: name });
        expect([why, await store.iterations.add(round)]).toEqual([why, true]);
        expect([why, (await store.iterations.rounds({ task: name, agent: name }, 1))[0]?.task]).toEqual([
          why,
          name,
        ]);
      }
    });
  });
}
