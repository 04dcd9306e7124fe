import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerOf, decided, makeSubmission } from "../../../test/contract/make-submission.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { submissionHeader } from "../../core/submission/submission.ts";
import { createLocalEmbedder } from "../../drivers/embedding/local-embedder.ts";
import { createBuiltInJudge } from "../../drivers/judge/built-in-judge.ts";
import { loadCatalogueMap } from "../../drivers/catalogue/load-catalogue-map.ts";
import type { Embedder } from "../../ports/vector-index.ts";
import type { Store } from "../../ports/store.ts";
import { reviewDesk, reviewQueue } from "./review-queue.ts";

const embedder = createLocalEmbedder();
const judge = createBuiltInJudge(loadCatalogueMap(embedder.name));
const CHARGES = {
  title: "Retry charges on a gateway timeout",
  output: "Charges that time out are no longer retried: an empty catch swallows the timeout of the gateway.",
};

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

/** Past decisions with their vectors, as learning leaves them. */
async function decideBefore(
  ...answers: readonly (Parameters<typeof answerOf>[1] & { readonly work?: object })[]
): Promise<void> {
  const vectors = await store.openVectors({ model: embedder.name, dimensions: embedder.dimensions });
  for (const [at, { work = {}, ...answer }] of answers.entries()) {
    const submission = makeSubmission(at, { ...work });
    await store.submissions.submit(submission);
    const change = decided(submission, answerOf("ana", answer));
    await store.submissions.decide(change);
    const [vector] = await embedder.embed([change.feedback.similarity_text]);
    await vectors.put([{ id: change.feedback.id, vector: vector! }]);
  }
}

const open = async () => {
  const { submissions, feedback } = store;
  const vectors = await store.openVectors({ model: embedder.name, dimensions: embedder.dimensions });
  return { submissions, feedback, vectors, embedder, judge };
};

describe("the desk of a reviewer", () => {
  it("shows corrections of the same file first, then what says the same, and no approvals", async () => {
    const charge = { files: ["src/charge.ts"] };
    const [swallowed, sameFile] = [
      "Charges that time out must be retried: do not swallow the timeout of the gateway in an empty catch.",
      "The name of this function says nothing.",
    ];
    await decideBefore(
      { comment: swallowed },
      { comment: sameFile, work: charge },
      { comment: "Fine in this file.", decision: "approved", work: charge },
      { comment: swallowed, work: { agent: "kai" } },
      { comment: "The claim names no source; cite one." },
    );
    const waiting = makeSubmission(9, { ...CHARGES, ...charge });
    await store.submissions.submit(waiting);
    const parts = await open();
    const desk = await reviewDesk(parts)(waiting.id);
    expect(desk?.submission).toEqual(waiting);
    expect(
      desk?.similar?.map(({ because, feedback: { agent, comment } }) => [because, agent, comment]),
    ).toEqual([
      ["same_file", "rio", sameFile],
      ["same_agent", "rio", swallowed],
      ["same_meaning", "kai", swallowed],
    ]);
    expect(await reviewDesk(parts)("sb_1")).toBeUndefined();
    const queue = await reviewQueue(parts)({ order: "newest", limit: 2 });
    expect(queue).toMatchObject({
      items: [
        { submission: submissionHeader(waiting), similar_rejected: 3 },
        { submission: { status: "decided" }, similar_rejected: null },
      ],
      next: expect.any(String),
    });
  });

  it("knows the files of a diff that names none", async () => {
    await decideBefore({ comment: "Name the unit.", work: { files: ["src/charge.ts"] } });
    const waiting = makeSubmission(9, {
      title: "Speed it up",
      format: "diff",
      output: "--- a/src/charge.ts\n+++ b/src/charge.ts\n@@ -1 +1 @@\n-slow();\n+fast();\n",
    });
    await store.submissions.submit(waiting);
    const desk = await reviewDesk(await open())(waiting.id);
    expect(desk?.similar).toMatchObject([{ because: "same_file", feedback: { comment: "Name the unit." } }]);
  });

  it("shows the work alone if there is no model", async () => {
    const waiting = makeSubmission(9);
    await store.submissions.submit(waiting);
    const { submissions } = store;
    expect(await reviewDesk({ submissions })(waiting.id)).toEqual({ submission: waiting, similar: null });
    expect(await reviewQueue({ submissions })({ order: "due", limit: 2 })).toEqual({
      items: [{ submission: submissionHeader(waiting), similar_rejected: null }],
    });
  });

  it("looks up the past of fifty of a page at the most", async () => {
    for (let n = 0; n < 60; n += 1) await store.submissions.submit(makeSubmission(n));
    let asked = 0;
    const counting: Embedder = {
      ...embedder,
      embed: (texts) => {
        asked += 1;
        return embedder.embed(texts);
      },
    };
    const { items } = await reviewQueue({ ...(await open()), embedder: counting })({
      order: "due",
      limit: 100,
    });
    expect(asked).toBe(50);
    expect(items.filter(({ similar_rejected }) => similar_rejected === null)).toHaveLength(10);
  });
});
