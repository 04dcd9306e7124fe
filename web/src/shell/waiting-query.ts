import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";

const WEEK_MS = 7 * 86_400_000;

/** How much waits for a person on each page. */
export const waitingQuery = queryOptions({
  queryKey: queryKeys.counts.waiting(),
  queryFn: async ({ signal }) => {
    const [submissions, proposals, evaluations, flagged, trials, sunset] = await Promise.all([
      api("countSubmissions", { query: {}, signal }),
      api("listProposals", { query: { limit: 1 }, signal }),
      api("countEvaluations", { signal }),
      api("listRules", { query: { limit: 200, status: ["flagged"] }, signal }),
      api("listTrials", { query: { limit: 50, state: "stopped" }, signal }),
      api("getSunset", { signal }),
    ]);
    return {
      inbox: submissions.waiting,
      proposals: proposals.total,
      feedback: evaluations.ambiguous,
      flagged: flagged.items.length,
      /** Trials with a verdict of the last seven days. */
      decidedTrials: trials.items.filter(
        ({ end }) => end !== null && end.verdict !== null && Date.now() - Date.parse(end.at) < WEEK_MS,
      ).length,
      offers: sunset.offers.length,
    };
  },
  refetchInterval: 60_000,
});
