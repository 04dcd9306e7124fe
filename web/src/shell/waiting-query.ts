import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";

/** How much waits for a person on each page. */
export const waitingQuery = queryOptions({
  queryKey: queryKeys.counts.waiting(),
  queryFn: async ({ signal }) => {
    const [submissions, proposals, evaluations, flagged] = await Promise.all([
      api("countSubmissions", { query: {}, signal }),
      api("listProposals", { query: { limit: 1 }, signal }),
      api("countEvaluations", { signal }),
      api("listRules", { query: { limit: 200, status: ["flagged"] }, signal }),
    ]);
    return {
      inbox: submissions.waiting,
      proposals: proposals.total,
      feedback: evaluations.ambiguous,
      flagged: flagged.items.length,
    };
  },
  refetchInterval: 60_000,
});
