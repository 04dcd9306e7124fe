import type { Page } from "../core/page.ts";
import { defined } from "../core/defined.ts";

type ReadPage<T> = (query: { readonly limit: number; readonly after?: string }) => Promise<Page<T>>;

/** Read at once, and looked through in all before whoever asked is told to ask on. */
const PAGE = 200;
const MAX_READ = 10_000;

/**
 * A page of what is kept of a list that a store cannot filter itself. `keep` answers for each of a page's items what
 * is kept of it, or nothing. A page may be short, or empty, and still have a `next`: so much was looked through.
 */
export async function filterPages<T, U>(
  read: ReadPage<T>,
  keep: (items: readonly T[]) => Promise<readonly (U | undefined)[]>,
  { limit, after }: { readonly limit: number; readonly after?: string },
): Promise<Page<U>> {
  const kept: U[] = [];
  let from = defined({ after });
  for (let looked = 0; ;) {
    const page = await read({ limit: PAGE, ...from });
    for (const [at, item] of (await keep(page.items)).entries()) {
      if (item !== undefined) kept.push(item);
      if (kept.length < limit) continue;
      // Only the store can say where a page that ends here leads on.
      const end = at + 1 === page.items.length ? page : await read({ limit: at + 1, ...from });
      return toPage(kept, end.next);
    }
    looked += page.items.length;
    if (page.next === undefined || looked >= MAX_READ) return toPage(kept, page.next);
    from = { after: page.next };
  }
}

const toPage = <U>(items: readonly U[], next: string | undefined): Page<U> =>
  next === undefined ? { items } : { items, next };
