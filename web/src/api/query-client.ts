import { type Query, QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "./api-error.ts";
import type { Questions } from "./refresher.ts";

/** What is shown stays shown while it is asked for again; only what may pass is tried again by itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiProblem && (error.status === 0 || error.status >= 500),
    },
  },
});

/** What is kept in the client, for whoever decides when to ask again. */
export const questions: Questions = {
  mark: (isStale) => {
    const predicate = ({ queryKey }: Pick<Query, "queryKey">): boolean => isStale(queryKey);
    void queryClient.invalidateQueries({ predicate, refetchType: "none" });
    return queryClient
      .getQueryCache()
      .findAll({ predicate, type: "active" })
      .map(({ queryHash }) => queryHash);
  },
  ask: (names, which) =>
    void queryClient.refetchQueries({
      type: "active",
      predicate: ({ queryHash, state }) =>
        names.has(queryHash) && (which === "all" || (state.isInvalidated && state.fetchStatus === "idle")),
    }),
};
