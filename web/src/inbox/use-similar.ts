import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { InboxFilter } from "./inbox-filter.ts";
import { similarQuery } from "./submission-queries.ts";
import type { InboxList } from "./use-inbox-list.ts";

/** Similar rejections are only counted once scrolling stops. */
const REST_MS = 300;

type Counts = ReadonlyMap<string, number | null>;

export function useSimilar({
  filter,
  pages,
  ids,
  isMoving,
}: {
  readonly filter: InboxFilter;
  readonly pages: InboxList["pages"];
  readonly ids: readonly string[];
  readonly isMoving: boolean;
}): Counts {
  const pageOf = useMemo(
    () => new Map(pages.flatMap(({ items }, at) => items.map(({ id }) => [id, at] as const))),
    [pages],
  );
  const [requestedPages, setRequestedPages] = useState<ReadonlySet<number>>(() => new Set([0]));
  const inSight = new Set(ids.flatMap((id) => pageOf.get(id) ?? []));
  const missing = isMoving ? "" : [...inSight].filter((at) => !requestedPages.has(at)).join(" ");
  useEffect(() => {
    if (missing === "") return;
    const timer = setTimeout(
      () => setRequestedPages((known) => new Set([...known, ...missing.split(" ").map(Number)])),
      REST_MS,
    );
    return () => clearTimeout(timer);
  }, [missing]);
  return useQueries({
    queries:
      filter.view === "decided"
        ? []
        : [...requestedPages].flatMap((at) => {
            const page = pages[at];
            return page === undefined ? [] : [similarQuery(filter, page.after, page.items)];
          }),
    combine: combineCounts,
  });
}

function combineCounts(answers: readonly { readonly data: Counts | undefined }[]): Counts {
  const counts = new Map<string, number | null>();
  for (const { data } of answers) for (const [id, n] of data ?? []) counts.set(id, n);
  return counts;
}
