import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLearningLoop, saidOn } from "../../../test/learning-loop.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import type { Store } from "../../ports/store.ts";
import { neighboursOf } from "./find-neighbours.ts";

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const [FIRST, APART_FROM_FIRST, THIRD, APART_FROM_THIRD] = [
  saidOn(1, { comment: "The stream is never closed when parsing throws; close it in a finally block." }),
  saidOn(2, { comment: "Close the stream in a finally block, it leaks when parsing throws." }),
  saidOn(3, { comment: "This stream leaks if the parser throws. Close it in finally." }),
  saidOn(4, { comment: "If parsing throws the stream stays open; close it in a finally block." }),
] as const;

/** Puts both into one cluster and lets a person split it. */
async function split(name: string, one: Feedback, other: Feedback): Promise<void> {
  const members = [one, other].map((record) => ({
    feedback_id: record.id,
    cluster_id: name,
    score: 1,
    reasons: [],
    time: record.time,
    author: "ana",
    trust: "person" as const,
    agent: "rio",
  }));
  await store.clusters.found(name, members);
  await store.clusters.split(name, [other.id], `${name}-apart`, "ana");
}

describe("neighboursOf", () => {
  it("18.x leaves out only what people keep apart from this piece, not what they keep apart from each other", async () => {
    const { parts } = await openLearningLoop(store);
    const all = [FIRST, APART_FROM_FIRST, THIRD, APART_FROM_THIRD];
    await store.feedback.record(all);
    const vectors = await parts.embedder.embed(all.map(({ similarity_text }) => similarity_text));
    await parts.vectors.put(all.map(({ id }, at) => ({ id, vector: vectors[at]! })));
    await split("cl-one", FIRST, APART_FROM_FIRST);
    await split("cl-two", THIRD, APART_FROM_THIRD);
    const own = (await store.clusters.membershipsOf([FIRST.id])).get(FIRST.id);

    const near = await neighboursOf(parts, FIRST, vectors[0]!, own);

    expect(new Set(near.map(({ feedback_id }) => feedback_id))).toEqual(
      new Set([THIRD.id, APART_FROM_THIRD.id]),
    );
  });
});
