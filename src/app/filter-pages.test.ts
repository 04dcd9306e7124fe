import * as fc from "fast-check";
import { expect, it } from "vitest";
import { filterPages } from "./filter-pages.ts";
import type { Page } from "../core/page.ts";

/** The numbers from 0 on, as a store pages them. */
const numbers =
  (count: number) =>
  async ({ limit, after }: { readonly limit: number; readonly after?: string }): Promise<Page<number>> => {
    const from = after === undefined ? 0 : Number(after);
    const items = Array.from({ length: Math.min(limit, count - from) }, (_, at) => from + at);
    return from + limit < count ? { items, next: String(from + limit) } : { items };
  };

const keeping =
  (every: number) =>
  async (items: readonly number[]): Promise<readonly (string | undefined)[]> =>
    items.map((item) => (item % every === 0 ? `n${item}` : undefined));

it("page after page is the whole filtered list, each once and in order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(900),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 60 }),
      async (count, every, limit) => {
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const page: Page<string> = await filterPages(numbers(count), keeping(every), {
            limit,
            ...(after === undefined ? {} : { after }),
          });
          expect(page.items.length).toBeLessThanOrEqual(limit);
          seen.push(...page.items);
          after = page.next;
        } while (after !== undefined);
        const wanted = Array.from({ length: count }, (_, n) => n).filter((n) => n % every === 0);
        expect(seen).toEqual(wanted.map((n) => `n${n}`));
      },
    ),
    { numRuns: 100 },
  );
});

it("stops looking after so many, and says where to go on", async () => {
  let reads = 0;
  const read = (query: { readonly limit: number; readonly after?: string }) => {
    reads += 1;
    return numbers(1_000_000)(query);
  };
  const page = await filterPages(read, async (items) => items.map(() => undefined), { limit: 50 });
  expect(page).toEqual({ items: [], next: "10000" });
  expect(reads).toBe(50);
});
