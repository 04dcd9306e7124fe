import { useInfiniteQuery } from "@tanstack/react-query";
import { api, type Answer } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";
import { defined } from "../lib/defined.ts";

export type AuditEntry = Answer<"listAudit">["items"][number];

export interface AuditFilter {
  readonly kind?: string | undefined;
  readonly actor?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

const PAGE = 200;

/** The entries that match, from all of the log, page by page. */
export function useAudit(filter: AuditFilter) {
  const asked = defined(filter);
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      queryKey: queryKeys.audit.list(asked),
      queryFn: ({ signal, pageParam }) =>
        api("listAudit", {
          query: { ...asked, limit: PAGE, after: pageParam },
          signal,
        }),
      initialPageParam: "",
      getNextPageParam: ({ next }) => next ?? undefined,
    });
  return {
    entries: data?.pages.flatMap(({ items }) => items) ?? [],
    error,
    isPending,
    refetch: () => void refetch(),
    hasMore: hasNextPage,
    more: () => void fetchNextPage(),
    isLoadingMore: isFetchingNextPage,
  };
}
