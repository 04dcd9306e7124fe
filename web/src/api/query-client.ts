import { type Query, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import type { QueryStore } from "./refresher.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
  },
});

export const queryStore: QueryStore = {
  markStale: (isStale) => {
    const predicate = ({ queryKey }: Pick<Query, "queryKey">): boolean => isStale(queryKey);
    void queryClient.invalidateQueries({ predicate, refetchType: "none" });
    return queryClient
      .getQueryCache()
      .findAll({ predicate, type: "active" })
      .map(({ queryHash }) => queryHash);
  },
  refetch: (names, which) =>
    void queryClient.refetchQueries({
      type: "active",
      predicate: ({ queryHash, state }) =>
        names.has(queryHash) && (which === "all" || (state.isInvalidated && state.fetchStatus === "idle")),
    }),
};
