import { useInfiniteQuery } from "@tanstack/react-query";
import { api, type Answer } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";

export type AuditEntry = Answer<"listAudit">["items"][number];

const PAGE = 200;

export function useAudit() {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      queryKey: queryKeys.audit.list(),
      queryFn: ({ signal, pageParam }) =>
        api("listAudit", {
          query: { limit: PAGE, after: pageParam },
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
