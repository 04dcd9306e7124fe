import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Feedback, feedbackId } from "../../src/core/feedback/feedback.ts";
import type { FeedbackQuery } from "../../src/ports/feedback-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { ExternalError } from "../../src/ports/errors.ts";
import { foldRollUp, inOrder } from "./fold-roll-up.ts";
import { describeErasing } from "./feedback-store-erasing.ts";
import { describeRollUps } from "./feedback-store-roll-ups.ts";
import { ALL_TIME, HOSTILE_TEXTS, makeFeedback, timeAt } from "./make-feedback.ts";
import { readAll } from "./read-all.ts";

export interface StorePlace {
  /** Opening the same name again opens the same store; a new name is an empty one. */
  readonly name: string;
  readonly onQuery?: (sql: string) => void;
}

/** What every driver of the port promises. */
export function describeFeedbackStore(driver: string, open: (place: StorePlace) => Promise<Store>): void {
  describe(`the feedback store on ${driver}`, () => {
    let number = 0;
    let name = "";
    let store: Store;
    const queries: string[] = [];
    const reopen = async (): Promise<void> => {
      await store.close();
      store = await open({ name, onQuery: (sql) => queries.push(sql) });
    };

    beforeEach(async () => {
      number += 1;
      name = `store-${number}`;
      queries.length = 0;
      store = await open({ name, onQuery: (sql) => queries.push(sql) });
    });
    afterEach(() => store.close());

    describeRollUps({
      store: () => store,
      openAnother: (other) => open({ name: `${name}-${other}` }),
      queries,
    });
    describeErasing(() => store);

    describe("ofOutput", () => {
      const judging = (n: number, output: Feedback["output"]): Feedback =>
        makeFeedback(n, output === undefined ? {} : { output });

      it("17.5 finds the records that judged or accepted an output, the newest first", async () => {
        const records = [
          judging(1, { agent_sha: "one" }),
          judging(2, { agent_sha: "two", approved_sha: "one" }),
          judging(3, { agent_sha: "one", approved_sha: "one" }),
          judging(4, { agent_sha: "three" }),
          judging(5, undefined),
        ];
        await store.feedback.record(records);
        await reopen();
        const found = async (...hashes: readonly string[]) =>
          (await store.feedback.ofOutput(hashes)).map(
            ({ id }) => records.findIndex((each) => each.id === id) + 1,
          );
        expect(await found("one")).toEqual([3, 2, 1]);
        expect(await found("three", "two", "two")).toEqual([4, 2]);
        expect(await found("four")).toEqual([]);
        expect(await found()).toEqual([]);
        await store.feedback.deleteOlderThan(records[2]!.time);
        expect(await found("one", "two")).toEqual([3]);
      });
    });

    describe("record", () => {
      it("records the same event once", async () => {
        const record = makeFeedback(1);
        expect(await store.feedback.record([record])).toEqual([{ state: "new", id: record.id }]);
        expect(await store.feedback.record([record])).toEqual([{ state: "known", id: record.id }]);
        expect((await readAll(store.feedback)).length).toBe(1);
      });

      it("records the same content under another event once, and answers with the first", async () => {
        const first = makeFeedback(1, { fingerprint: "aaaaaaaaaaaaaaaa" });
        const again = makeFeedback(2, { fingerprint: "aaaaaaaaaaaaaaaa" });
        await store.feedback.record([first]);
        expect(await store.feedback.record([again])).toEqual([{ state: "known", id: first.id }]);
        expect(await store.feedback.find(again.id)).toBeUndefined();
      });

      it("15.7 keeps a record whose place another author's record has, and audits it once", async () => {
        const tool = makeFeedback(1, { author: { id: "rio", trust: "tool" }, outcome: "approved" });
        const person = makeFeedback(1, { author: { id: "ana", trust: "person" } });
        await store.feedback.record([tool]);
        const [kept] = await store.feedback.record([person]);
        expect(kept).toMatchObject({ state: "new", collided_with: tool.id });
        expect(await store.feedback.record([person])).toEqual([{ state: "known", id: kept!.id }]);
        expect(await store.feedback.find(kept!.id)).toMatchObject({
          author: { id: "ana" },
          comment: person.comment,
        });
        expect((await readAll(store.feedback)).length).toBe(2);
        expect(await store.audit.list({ limit: 9 })).toMatchObject([{ action: "feedback.collision" }]);
      });

      it("answers in the order given, also for repetitions within one call", async () => {
        const [a, b, c] = [makeFeedback(1), makeFeedback(2), makeFeedback(3)];
        const twin = makeFeedback(4, { fingerprint: b.fingerprint });
        expect(await store.feedback.record([])).toEqual([]);
        await store.feedback.record([c]);
        expect(await store.feedback.record([b, a, b, c, twin, a])).toEqual([
          { state: "new", id: b.id },
          { state: "new", id: a.id },
          { state: "known", id: b.id },
          { state: "known", id: c.id },
          { state: "known", id: b.id },
          { state: "known", id: a.id },
        ]);
        expect(inOrder(await store.feedback.rollUp(ALL_TIME))).toEqual(foldRollUp([a, b, c]));
      });

      it("is idempotent when the same arrives many times at once", async () => {
        const records = Array.from({ length: 40 }, (_, n) =>
          makeFeedback(n % 8, { fingerprint: `content-${n % 4}` }),
        );
        const answers = (await Promise.all(records.map((record) => store.feedback.record([record])))).flat();
        expect(answers.filter(({ state }) => state === "new").length).toBe(4);
        for (const [at, { id }] of answers.entries()) {
          expect((await store.feedback.find(id))?.fingerprint).toBe(records[at]!.fingerprint);
        }
        const kept = await readAll(store.feedback);
        expect(kept.length).toBe(4);
        expect(inOrder(await store.feedback.rollUp(ALL_TIME))).toEqual(foldRollUp(kept));
      });

      it("is idempotent across two connections to the same store", async () => {
        const other = await open({ name });
        const records = Array.from({ length: 50 }, (_, n) => makeFeedback(n));
        const answers = await Promise.all(
          records.flatMap((record) => [store.feedback.record([record]), other.feedback.record([record])]),
        );
        await other.close();
        expect(answers.flat().filter(({ state }) => state === "new").length).toBe(50);
        expect(inOrder(await store.feedback.rollUp(ALL_TIME))).toEqual(foldRollUp(records));
      });

      it("shares commits among writes that arrive together", async () => {
        queries.length = 0;
        await Promise.all(Array.from({ length: 100 }, (_, n) => store.feedback.record([makeFeedback(n)])));
        expect(queries.filter((sql) => sql === "commit").length).toBeLessThanOrEqual(2);
      });

      it.each([
        { why: "a time that is none", poison: makeFeedback(13, { time: "yesterday" }) },
        { why: "a value that JSON cannot hold", poison: makeFeedback(13, { duration_seconds: 1n as never }) },
        { why: "no tags at all", poison: makeFeedback(13, { tags: undefined as never }) },
        { why: "no record at all", poison: undefined as never },
      ])("15.15 refuses a call that has a record with $why, whole, and no other call", async ({ poison }) => {
        const calls = await Promise.allSettled([
          store.feedback.record([makeFeedback(1)]),
          store.feedback.record([makeFeedback(2), poison, makeFeedback(3)]),
          store.feedback.record([makeFeedback(4)]),
        ]);
        expect(calls.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
        expect(calls[1]).toMatchObject({ reason: { code: "record_refused" } });
        expect((await readAll(store.feedback)).map(({ id }) => id).toSorted()).toEqual(
          [1, 4].map((n) => makeFeedback(n).id).toSorted(),
        );
      });

      it("keeps what it acknowledged when opened again", async () => {
        const records = Array.from({ length: 20 }, (_, n) => makeFeedback(n));
        await store.feedback.record(records);
        await reopen();
        for (const record of records) expect(await store.feedback.find(record.id)).toEqual(record);
        expect(await store.feedback.record(records)).toEqual(
          records.map(({ id }) => ({ state: "known", id })),
        );
        expect(inOrder(await store.feedback.rollUp(ALL_TIME))).toEqual(foldRollUp(records));
      });

      it("records 10,000 in one call", { timeout: 60_000 }, async () => {
        const records = Array.from({ length: 10_000 }, (_, n) =>
          makeFeedback(n, { agent: `agent-${n % 7}`, tags: [`tag-${n % 11}`, `tag-${n % 5}`] }),
        );
        const answers = await store.feedback.record(records);
        expect(answers).toEqual(records.map(({ id }) => ({ state: "new", id })));
        expect(inOrder(await store.feedback.rollUp(ALL_TIME))).toEqual(foldRollUp(records));
        expect(await readAll(store.feedback)).toEqual(records.toReversed());
      });

      it.each(HOSTILE_TEXTS)("keeps a text with $why as it is", async ({ text }) => {
        const short = text.slice(0, 100);
        const record = makeFeedback(1, {
          event_id: `jsonl:${short}`,
          agent: short,
          tags: [short, "plain"],
          author: { id: short, trust: "person" },
          comment: text,
          original: { state: "whole", json: `{"__proto__":{"x":${JSON.stringify(short)}}}`, hash: "0" },
        });
        const other = makeFeedback(2, { agent: "other", tags: ["other"] });
        expect(await store.feedback.record([record, other])).toMatchObject([
          { state: "new" },
          { state: "new" },
        ]);
        await reopen();
        expect(await store.feedback.record([record])).toEqual([{ state: "known", id: record.id }]);
        expect(await store.feedback.find(record.id)).toEqual(record);
        expect((await store.feedback.list({ agent: short, limit: 9 })).items).toEqual([record]);
        expect((await store.feedback.list({ tag: short, limit: 9 })).items).toEqual([record]);
        expect(inOrder(await store.feedback.rollUp({ ...ALL_TIME, agent: short }))).toEqual(
          foldRollUp([record]),
        );
        expect(await store.feedback.erasePerson(short)).toBe(1);
      });

      it("keeps two events apart whose ids differ only in what no database can hold", async () => {
        const records = ["\uD800", "\uD801", "\0", "\uFFFD"].map((end, n) =>
          makeFeedback(n, { event_id: `jsonl:x${end}` }),
        );
        expect((await store.feedback.record(records)).map(({ state }) => state)).toEqual([
          "new",
          "new",
          "new",
          "new",
        ]);
        for (const record of records)
          expect(await store.feedback.find(feedbackId(record.event_id))).toEqual(record);
      });
    });

    describe("find and list", () => {
      it("finds nothing for an id that is not there", async () => {
        expect(await store.feedback.find("fb_none")).toBeUndefined();
        expect(await store.feedback.find("\0\uD800")).toBeUndefined();
      });

      it("gives pages that hold every record once, newest first, while others arrive", async () => {
        const records = Array.from({ length: 25 }, (_, n) => makeFeedback(n, { time: timeAt(n % 6) }));
        await store.feedback.record(records);
        const seen: Feedback[] = [];
        let page = await store.feedback.list({ limit: 4 });
        for (let n = 100; ; n += 1) {
          seen.push(...page.items);
          if (page.next === undefined) break;
          await store.feedback.record([makeFeedback(n)]);
          page = await store.feedback.list({ limit: 4, after: page.next });
        }
        expect(seen.map(({ id }) => id).toSorted()).toEqual(records.map(({ id }) => id).toSorted());
        expect(seen.map(({ time }) => time)).toEqual(
          records
            .map(({ time }) => time)
            .toSorted()
            .toReversed(),
        );
      });

      it("gives no `next` with the last page, also when it is full", async () => {
        await store.feedback.record([makeFeedback(1), makeFeedback(2)]);
        expect(await store.feedback.list({ limit: 2 })).not.toHaveProperty("next");
        expect(await store.feedback.list({ limit: 1 })).toHaveProperty("next");
      });

      it("lists by agent, tag and time, in every combination, as a filter would", async () => {
        const records = Array.from({ length: 60 }, (_, n) =>
          makeFeedback(n, { agent: `agent-${n % 3}`, tags: n % 2 === 0 ? ["even", "all"] : ["all"] }),
        );
        await store.feedback.record(records);
        for (const agent of [undefined, "agent-1", "nobody"]) {
          for (const tag of [undefined, "even", "all", "none"]) {
            for (const since of [undefined, timeAt(30), "2026-03-01T01:30:00+01:00"]) {
              // Through JSON, since a field that is not given must be absent.
              const query = JSON.parse(JSON.stringify({ agent, tag, since, limit: 7 })) as FeedbackQuery;
              const wanted = records.filter(
                (record) =>
                  (agent === undefined || record.agent === agent) &&
                  (tag === undefined || record.tags.includes(tag)) &&
                  (since === undefined || record.time >= timeAt(30)),
              );
              expect(await readAll(store.feedback, query)).toEqual(wanted.toReversed());
            }
          }
        }
      });

      it("lists what names no agent under the empty name", async () => {
        const { agent: _agent, ...record } = makeFeedback(1);
        await store.feedback.record([record, makeFeedback(2)]);
        expect((await store.feedback.list({ agent: "", limit: 5 })).items).toEqual([record]);
        expect((await store.feedback.rollUp({ ...ALL_TIME, agent: "" })).hours).toMatchObject([
          { rejected: 1 },
        ]);
      });

      it.each([0, -1, Number.NaN, 0.5, Number.POSITIVE_INFINITY, 1e9])(
        "takes a limit of %d as the nearest that makes sense",
        async (limit) => {
          await store.feedback.record(Array.from({ length: 600 }, (_, n) => makeFeedback(n)));
          const { items } = await store.feedback.list({ limit });
          expect([1, 500]).toContain(items.length);
        },
      );

      it.each(["", "x", "W10", "WzEsMl0", "bnVsbA", "\0", "x".repeat(100_000)])(
        "says that %j is no page's end",
        async (after) => {
          await expect(store.feedback.list({ limit: 1, after })).rejects.toMatchObject({
            code: "invalid_cursor",
          });
        },
      );
    });

    describe("findAll", () => {
      it("answers with those that are there, each once", async () => {
        const records = Array.from({ length: 40 }, (_, n) => makeFeedback(n));
        await store.feedback.record(records);
        const asked = [...records.map(({ id }) => id), records[0]!.id, "nobody", "\uD800"];
        const found = await store.feedback.findAll(asked);
        expect(found.map(({ id }) => id).toSorted()).toEqual(records.map(({ id }) => id).toSorted());
        expect(await store.feedback.findAll([])).toEqual([]);
      });
    });

    describe("close", () => {
      it("may be called twice, and every use afterwards says so", async () => {
        await store.close();
        await store.close();
        const uses: readonly (() => Promise<unknown>)[] = [
          () => store.feedback.record([makeFeedback(1)]),
          () => store.feedback.find("x"),
          () => store.feedback.list({ limit: 1 }),
          () => store.feedback.rollUp(ALL_TIME),
          () => store.feedback.erasePerson("ana"),
          () => store.feedback.deleteOlderThan(timeAt(1)),
        ];
        for (const use of uses) {
          const error: unknown = await use().catch((thrown: unknown) => thrown);
          expect(error).toBeInstanceOf(ExternalError);
          expect(error).toMatchObject({ code: "store_closed" });
        }
      });

      it("first finishes what was given before", async () => {
        const recording = store.feedback.record(Array.from({ length: 3_000 }, (_, n) => makeFeedback(n)));
        const reading = store.feedback.list({ limit: 1 });
        await store.close();
        expect((await recording).length).toBe(3_000);
        expect(await reading).toHaveProperty("items");
        store = await open({ name });
        expect((await readAll(store.feedback)).length).toBe(3_000);
      });
    });
  });
}
