import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { Entry } from "./group-entries.ts";
import { groupEntries, groupOf } from "./group-entries.ts";
import type { InboxFilter } from "./inbox-filter.ts";
import { usePendingDecisions } from "./pending-decisions.ts";
import { type Listed, listQuery } from "./submission-queries.ts";
import { useChanges, type Changes } from "./use-changes.ts";
import { queryKeys } from "../api/query-keys.ts";

/** Longer lists restart at the top, because refetching all their pages would take too long. */
const MOST_PAGES = 6;
const FRESH_MS = 5_000;

export interface InboxList {
  readonly entries: readonly Entry[];
  readonly rows: readonly Listed[];
  readonly pages: readonly { readonly after: string; readonly items: readonly Listed[] }[];
  readonly changes: Changes;
  readonly isPending: boolean;
  readonly isLoadingMore: boolean;
  readonly hasMore: boolean;
  readonly error: Error | null;
  readonly loadMore: () => void;
  readonly showNew: () => void;
}

export function useInboxList(filter: InboxFilter): InboxList {
  const client = useQueryClient();
  const query = listQuery(filter);
  const list = useInfiniteQuery(query);
  const { hidden } = usePendingDecisions();
  const [groupedAt, setGroupedAt] = useState(() => Date.now());
  const { data, fetchNextPage, refetch, isFetching, isFetchingNextPage } = list;
  const hasMore = list.hasNextPage;

  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const changes = useChanges(filter, items);
  const rows = useMemo(() => {
    const text = filter.text?.toLowerCase();
    return items.filter(
      (item) =>
        (filter.view === "decided" || !hidden.has(item.id)) &&
        (filter.view !== "past-due" || groupOf("past-due", item, groupedAt) === "Past due") &&
        (text === undefined || textOf(item).includes(text)),
    );
  }, [items, hidden, filter.view, filter.text, groupedAt]);
  const entries = useMemo(
    () => groupEntries(filter.view, rows, groupedAt, hasMore),
    [filter.view, rows, groupedAt, hasMore],
  );
  const pages = useMemo(
    () =>
      data?.pages.map((page, at) => ({
        after: (data.pageParams[at] as string | undefined) ?? "",
        items: page.items,
      })) ?? [],
    [data],
  );

  const showNew = (): void => {
    changes.forget();
    if ((data?.pages.length ?? 0) > MOST_PAGES) {
      client.setQueryData(query.queryKey, (held) =>
        held === undefined
          ? held
          : { pages: held.pages.slice(0, 1), pageParams: held.pageParams.slice(0, 1) },
      );
      scrollTo({ top: 0 });
    }
    void refetch().then(() => setGroupedAt(Date.now()));
    void client.invalidateQueries({ queryKey: queryKeys.submissions.counts() });
  };

  // Refresh when coming back or changing the filter.
  const key = JSON.stringify(query.queryKey);
  useEffect(() => {
    setGroupedAt(Date.now());
    const state = client.getQueryState(query.queryKey);
    if (state?.data === undefined || Date.now() - state.dataUpdatedAt < FRESH_MS) return;
    if (state.data.pages.length > MOST_PAGES) changes.markStale();
    else void refetch();
    // Once per query, whatever else changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);

  return {
    entries,
    rows,
    pages,
    changes,
    isPending: list.isPending,
    isLoadingMore: isFetchingNextPage,
    hasMore,
    error: list.error,
    loadMore: () => {
      if (hasMore && !isFetching) void fetchNextPage();
    },
    showNew,
  };
}

const textOf = ({ title, agent, gate, files = [], task = "" }: Listed): string =>
  [title, agent, gate, task, ...files].join("\n").toLowerCase();
