import fc from "fast-check";
import { expect, it } from "vitest";
import { exampleFeedback } from "../../test/example-feedback.ts";
import { openTestStore } from "../../test/open-test-store.ts";
import { listRejections } from "./list-rejections.ts";

/** One record for each letter: a rejection, or a mere remark; the newest first. */
async function storeOf(said: string, agent = "rio") {
  const store = await openTestStore();
  const records = said.split("").map((kind, index) =>
    exampleFeedback({
      id: `${index}`,
      agent,
      time: new Date(Date.UTC(2026, 2, 1) - index * 1_000).toISOString(),
      ...(kind === "r" ? { outcome: "rejected" } : {}),
    }),
  );
  for (let at = 0; at < records.length; at += 500) await store.feedback.record(records.slice(at, at + 500));
  return store;
}

it("gives every rejection once, newest first, whatever stands between them and however long a page is", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("r", "-"), { maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      async (said, limit) => {
        const store = await storeOf(said.join(""));
        const list = listRejections({ store: store.feedback });
        const seen: (string | undefined)[] = [];
        let after: string | undefined;
        do {
          const page = await list({ agent: "rio", limit, ...(after === undefined ? {} : { after }) });
          expect(page.items.length).toBeLessThanOrEqual(limit);
          seen.push(...page.items.map(({ source }) => source.ref));
          after = page.next;
        } while (after !== undefined);
        expect(seen).toEqual(said.flatMap((kind, index) => (kind === "r" ? [`${index}`] : [])));
        await store.close();
      },
    ),
    { numRuns: 40 },
  );
});

it("looks at a bounded part of what was said, and goes on from there", async () => {
  const store = await storeOf(`${"-".repeat(1_200)}r`);
  let asked = 0;
  const list = listRejections({
    store: {
      list: (query) => {
        asked += 1;
        return store.feedback.list(query);
      },
    },
  });
  const first = await list({ agent: "rio", limit: 10 });
  expect({ items: first.items.length, asked }).toEqual({ items: 0, asked: 5 });
  const rest = await list({ agent: "rio", limit: 10, after: first.next! });
  expect(rest.items).toMatchObject([{ source: { ref: "1200" } }]);
  expect(rest.next).toBeUndefined();
  await store.close();
});
