import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { makeSubmission } from "../../../test/contract/make-submission.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { indexRollUp, type RollUpIndex } from "../../core/pattern/roll-up.ts";
import { hourNumber, hourText } from "../../core/time/time.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { Store } from "../../ports/store.ts";
import { createRollUpCache } from "./roll-up-cache.ts";

const NOON = hourNumber("2026-03-10T12:00:00Z")!;
const rangeOf = (hours: number, end = NOON) => ({ from: hourText(end - hours), to: hourText(end) });
const timeOf = (ago: number): string => new Date((NOON - 1 - ago) * 3_600_000).toISOString();

let store: Store;
let asked: string[];
let broken: boolean;
let counted: FeedbackStore;
let recorded: number;
beforeEach(async () => {
  store = await openTestStore();
  asked = [];
  broken = false;
  recorded = 0;
  counted = {
    ...store.feedback,
    rollUp: (range) => {
      asked.push("rollUp");
      return broken ? Promise.reject(new Error("the disk is full")) : store.feedback.rollUp(range);
    },
    rollUpSince: (query) => {
      asked.push("rollUpSince");
      return store.feedback.rollUpSince(query);
    },
  };
});

const reject = async (agent: string, ...agos: readonly number[]): Promise<void> => {
  const made = agos.map((ago) =>
    makeFeedback((recorded += 1), { agent, outcome: "rejected", tags: ["scope"], time: timeOf(ago) }),
  );
  await store.feedback.record(made);
};
/** What a book says of a range, so that books which hold more can be compared. */
const within = (book: RollUpIndex, from: string): unknown =>
  Array.from(book, ([agent, { work, tags }]) => {
    const first = hourNumber(from)!;
    const kept = (list: readonly number[], width: number) =>
      Array.from({ length: list.length / width }, (_, n) => list.slice(n * width, (n + 1) * width)).filter(
        ([hour]) => hour! >= first,
      );
    const named = Array.from(tags, ([tag, list]) => [tag, kept(list, 2)] as const);
    return { agent, work: kept(work, 5), tags: named.filter(([, list]) => list.length > 0) };
  })
    .filter(({ work }) => work.length > 0)
    .toSorted((a, b) => (a.agent < b.agent ? -1 : 1));
const direct = async (hours: number): Promise<unknown> => {
  const range = rangeOf(hours);
  const rows = await store.feedback.rollUp({ ...range, to: "9999-01-01T00:00:00Z" });
  return within(indexRollUp(rows), range.from);
};

describe("keepRollUps", () => {
  it("says what the store says, whatever is recorded between two askings", async () => {
    const batch = fc.array(
      fc.record({ agent: fc.constantFrom("a", "b", "c"), ago: fc.integer({ min: -3, max: 90 }) }),
      { maxLength: 6 },
    );
    const asking = fc.record({ batch, hours: fc.constantFrom(24, 48, 72) });
    await fc.assert(
      fc.asyncProperty(fc.array(asking, { minLength: 1, maxLength: 5 }), async (askings) => {
        const kept = createRollUpCache(store.feedback);
        for (const { batch: made, hours } of askings) {
          for (const { agent, ago } of made) await reject(agent, ago);
          const range = rangeOf(hours);
          expect(within(await kept.read(range), range.from)).toEqual(await direct(hours));
        }
      }),
      { numRuns: 25 },
    );
  });

  it("reads everything once, and then what is new alone", async () => {
    await reject("rio", 1, 30);
    const kept = createRollUpCache(counted);
    await kept.read(rangeOf(48));
    expect(asked.splice(0).filter((each) => each === "rollUp").length).toBeGreaterThan(0);
    await reject("mia", 2);
    const book = await kept.read(rangeOf(48));
    expect([...book.keys()].toSorted()).toEqual(["mia", "rio"]);
    expect(asked.splice(0)).toEqual(["rollUpSince"]);
    await kept.read(rangeOf(24));
    await kept.read(rangeOf(48, NOON + 1));
    expect(asked).toEqual(["rollUpSince", "rollUpSince"]);
  });

  it("counts work that was submitted, which no record tells of", async () => {
    const kept = createRollUpCache(counted);
    await kept.read(rangeOf(48));
    await store.submissions.submit({ ...makeSubmission(1, { agent: "rio" }), submitted_at: timeOf(2) });
    const book = await kept.read(rangeOf(48));
    expect(book.get("rio")?.work.slice(0, 2)).toEqual([NOON - 3, 1]);
  });

  it("reads once for many who ask at the same moment", async () => {
    const kept = createRollUpCache(counted);
    await kept.read(rangeOf(48));
    asked.length = 0;
    await Promise.all(Array.from({ length: 9 }, () => kept.read(rangeOf(48))));
    expect(asked).toEqual(["rollUpSince"]);
  });

  it("tries again after a failure, and misses nothing", async () => {
    await reject("rio", 1);
    const kept = createRollUpCache(counted);
    broken = true;
    await expect(kept.read(rangeOf(24))).rejects.toThrow("the disk is full");
    broken = false;
    await kept.read(rangeOf(24));
    broken = true;
    await reject("mia", 1);
    await expect(kept.read(rangeOf(72))).rejects.toThrow("the disk is full");
    broken = false;
    expect(within(await kept.read(rangeOf(72)), rangeOf(72).from)).toEqual(await direct(72));
  });

  it("forgets what only a long window needed once nobody asks for it", async () => {
    await reject("rio", 1, 60);
    const kept = createRollUpCache(counted);
    expect((await kept.read(rangeOf(72))).get("rio")?.work).toHaveLength(10);
    expect((await kept.read(rangeOf(24))).get("rio")?.work).toHaveLength(10);
    expect((await kept.read(rangeOf(24, NOON + 3))).get("rio")?.work).toHaveLength(5);
    expect((await kept.read(rangeOf(72))).get("rio")?.work).toHaveLength(10);
  });
});
