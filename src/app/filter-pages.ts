import type { Page } from "../core/page.ts";
import { defined } from "../core/defined.ts";

type ReadPage<T> = (query: { readonly limit: number; readonly after?: string }) => Promise<Page<T>>;

/** The page size, and how much is searched before the caller has to ask for the next page. */
const PAGE = 200;
const MAX_SEARCHED = 10_000;

/**
 * Filters a list that a store cannot filter itself. `keep` maps each item of a page to a result or undefined. A
 * page may be short or empty and still have a `next`, because the search is bounded.
 */
export async function filterPages<T, U>(
  read: ReadPage<T>,
  keep: (items: readonly T[]) => Promise<readonly (U | undefined)[]>,
  { limit, after }: { readonly limit: number; readonly after?: string },
): Promise<Page<U>> {
  const kept: U[] = [];
  let from = defined({ after });
  for (let searched = 0; ;) {
    const page = await read({ limit: PAGE, ...from });
    for (const [at, item] of (await keep(page.items)).entries()) {
      if (item !== undefined) kept.push(item);
      if (kept.length < limit) continue;
      // Only the store can make a cursor for the middle of a page.
      const end = at + 1 === page.items.length ? page : await read({ limit: at + 1, ...from });
      return toPage(kept, end.next);
    }
    searched += page.items.length;
    if (page.next === undefined || searched >= MAX_SEARCHED) return toPage(kept, page.next);
    from = { after: page.next };
  }
}

const toPage = <U>(items: readonly U[], next: string | undefined): Page<U> =>
  next === undefined ? { items } : { items, next };
