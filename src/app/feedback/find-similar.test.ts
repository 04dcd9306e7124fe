import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { loadCatalogueMap } from "../../drivers/catalogue/load-catalogue-map.ts";
import { createLocalEmbedder } from "../../drivers/embedding/local-embedder.ts";
import { createBuiltInJudge } from "../../drivers/judge/built-in-judge.ts";
import type { Store } from "../../ports/store.ts";
import { findSimilar } from "./find-similar.ts";

const embedder = createLocalEmbedder();
const judge = createBuiltInJudge(loadCatalogueMap(embedder.name));

const SAID: Readonly<Record<string, readonly string[]>> = {
  tickets: [
    "Leave internal ticket numbers out of the release notes.",
    "Readers outside cannot open INT-4411. Remove the ticket number from the release notes.",
  ],
  blame: [
    "This blames the customer. Do not blame; say what went wrong.",
    'Don\'t blame the customer: say "the card was declined".',
  ],
  logs: [
    "Remove the customer's e-mail address from this log message.",
    "Personal data in logs: mask the e-mail address before it is logged.",
  ],
  dates: [
    "Don't promise customers a delivery date. Say what we do next.",
    "Never promise a date on which the refund arrives. Say that it was started.",
    "Please do not promise a date. Tell the customer how to follow the return.",
  ],
  notes: [
    "The upgrade note forgets that the database has to be backed up.",
    "Version 4.2 does not have this option; it came with 4.3.",
    "Say which plan includes this. The free one does not.",
  ],
  links: ['The link behind "see also" is broken. Fix its address.'],
};

let store: Store;
let find: ReturnType<typeof findSimilar>;
const groups = new Map<string, string>();

beforeAll(async () => {
  store = await openTestStore();
  const vectors = await store.openVectors({ model: embedder.name, dimensions: embedder.dimensions });
  let n = 0;
  for (const [group, texts] of Object.entries(SAID)) {
    for (const comment of texts) {
      const record = makeFeedback((n += 1), { comment });
      const [vector] = await embedder.embed([comment]);
      await store.feedback.record([record]);
      await vectors.put([{ id: record.id, vector: vector! }]);
      groups.set(record.id, group);
    }
  }
  find = findSimilar({ feedback: store.feedback, vectors, embedder, judge });
});
afterAll(() => store.close());

describe("searching feedback by meaning", () => {
  it.each([
    ["e-mail log", "logs", 2],
    ["ticket numbers release notes", "tickets", 2],
    ["customer's fault", "blame", 1],
    ["broken links", "links", 1],
    ["refund date", "dates", 1],
  ])("puts what says the same first: %s", async (text, group, first) => {
    const found = await find({ text, limit: 10, threshold: 0.3, isSearch: true });
    expect(found.slice(0, first).map(({ feedback: { id } }) => groups.get(id))).toEqual(
      Array.from({ length: first }, () => group),
    );
  });

  it("keeps the order of the judge and its threshold for whole pieces of feedback", async () => {
    const found = await find({ text: SAID["logs"]![0]!, limit: 10 });
    expect(found[0]).toMatchObject({ judgement: { relation: "same", score: 0.98 } });
    expect(found.every(({ judgement }) => judgement.score >= 0.8)).toBe(true);
  });
});
