import { describe, expect, it } from "vitest";
import { exampleFeedback } from "../../../test/example-feedback.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { importFeedback, type ImportPiece } from "./import-feedback.ts";

const one = exampleFeedback({ id: "a" });

async function run(given: AsyncIterable<ImportPiece<number>>) {
  const events: string[] = [];
  const record = (feedback: readonly Feedback[]) => {
    events.push(`record ${feedback.length}`);
    return Promise.resolve({ new: feedback.length, known: 0, lastId: one.id });
  };
  const failure = await importFeedback({ record })({
    pieces: given,
    onRecorded: (count, place) => void events.push(`${count.new} up to ${place}`),
  }).catch((error: unknown) => error);
  return { events, failure };
}

async function* pieces(count: number, records: number, bytes = 10): AsyncGenerator<ImportPiece<number>> {
  await Promise.resolve();
  for (let place = 1; place <= count; place += 1) {
    yield { feedback: Array.from({ length: records }, () => one), bytes, place };
  }
}

describe("importFeedback", () => {
  it.each([
    { why: "nothing there", of: pieces(0, 0), events: [] },
    { why: "less than a batch", of: pieces(3, 1), events: ["record 3", "3 up to 3"] },
    {
      why: "a batch and the rest",
      of: pieces(501, 1),
      events: ["record 500", "500 up to 500", "record 1", "1 up to 501"],
    },
    {
      why: "an entry larger than a batch is passed once all of it is recorded",
      of: pieces(1, 1_100),
      events: ["record 500", "record 500", "record 100", "1100 up to 1"],
    },
    {
      why: "entries without records are moved past as well",
      of: pieces(2_001, 0),
      events: ["0 up to 2000", "0 up to 2001"],
    },
    {
      why: "few large entries fill a batch too",
      of: pieces(2, 1, 9_000_000),
      events: ["record 1", "1 up to 1", "record 1", "1 up to 2"],
    },
  ])("$why", async ({ of, events }) => {
    expect(await run(of)).toEqual({ events, failure: undefined });
  });

  it("asks for no more than the store has taken", async () => {
    let asked = 0;
    async function* counted(): AsyncGenerator<ImportPiece<number>> {
      for await (const piece of pieces(1_500, 1)) {
        asked += 1;
        yield piece;
      }
    }
    const seen: number[] = [];
    const record = async (feedback: readonly Feedback[]) => {
      seen.push(asked);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(asked);
      return { new: feedback.length, known: 0 };
    };
    await importFeedback({ record })({ pieces: counted() });
    expect(seen).toEqual([500, 500, 1_000, 1_000, 1_500, 1_500]);
  });

  it("keeps what was recorded when the input fails", async () => {
    async function* failing(): AsyncGenerator<ImportPiece<number>> {
      yield* pieces(600, 1);
      throw new Error("the disk is gone");
    }
    const { events, failure } = await run(failing());
    expect(events).toEqual(["record 500", "500 up to 500"]);
    expect(failure).toEqual(new Error("the disk is gone"));
  });
});
