import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { ApiError } from "../api/api-error.ts";
import type { Schemas } from "../api/contract.ts";
import { type FeedbackSearch, sinceTime } from "./feedback-search.ts";
import { queryKeys } from "../api/query-keys.ts";
import { orUndefined } from "../lib/defined.ts";

const still = { staleTime: Infinity, refetchOnMount: "always", refetchOnWindowFocus: false } as const;
const PAGE = 100;

export const feedbackList = ({ agent, tag, since, outcome, text }: FeedbackSearch) => {
  const query = {
    agent: orUndefined(agent),
    tag: orUndefined(tag),
    since: sinceTime(since),
    outcome: outcome === "" ? undefined : outcome,
    search: orUndefined(text)?.slice(0, 200),
  };
  return infiniteQueryOptions({
    queryKey: queryKeys.explorer.feedback(query),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api("listFeedback", { query: { ...query, limit: PAGE, after: pageParam }, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
    ...still,
  });
};

/** Lower than the threshold for “the same”, to show near matches too. */
const NEAR = 0.3;
const MOST = 50;

export const similarList = (text: string) =>
  queryOptions({
    queryKey: queryKeys.explorer.similar(text.trim()),
    enabled: text.trim() !== "",
    queryFn: ({ signal }) =>
      api("findSimilarFeedback", {
        body: { text: text.trim(), limit: MOST, threshold: NEAR, search: true },
        signal,
      }),
    ...still,
  });

/** The search also matches agents and tags. */
export const evaluatedList = (standing: "ambiguous" | "edge_case", { text, agent, tag }: FeedbackSearch) => {
  const search = orUndefined([text, agent, tag].join(" "))?.slice(0, 200);
  return infiniteQueryOptions({
    queryKey: queryKeys.explorer.evaluations(standing, search),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api("listEvaluations", {
        query: {
          standing,
          search,
          limit: PAGE,
          after: pageParam,
          resolved: standing === "ambiguous" ? false : undefined,
        },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    ...still,
  });
};

export const clusterList = (order: "size" | "recent", min_size = 2) =>
  infiniteQueryOptions({
    queryKey: queryKeys.explorer.clusters(order, min_size),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api("listClusters", { query: { order, min_size, limit: 200, after: pageParam }, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
    ...still,
  });

export const clusterSuggestions = queryOptions({
  queryKey: queryKeys.clusters.suggestions(),
  staleTime: 60_000,
  queryFn: ({ signal }) => api("listClusterSuggestions", { signal }),
});

export const standingCounts = queryOptions({
  queryKey: queryKeys.evaluations.counts(),
  queryFn: ({ signal }) => api("countEvaluations", { signal }),
});

export const agentNames = queryOptions({
  queryKey: queryKeys.agents.names(),
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const { agents } = await api("listAgents", { query: { window: "90d", limit: 12 }, signal });
    return agents.map(({ agent, rejected }) => ({ agent, rejected })).filter(({ agent }) => agent !== "");
  },
});

export const oneFeedback = (feedback_id: string) =>
  queryOptions({
    queryKey: queryKeys.feedback.one(feedback_id),
    staleTime: 60_000,
    queryFn: ({ signal }) => api("getFeedback", { params: { feedback_id }, signal }),
  });

/** Null if it has not been evaluated yet. */
export const oneEvaluation = (feedback_id: string) =>
  queryOptions({
    queryKey: queryKeys.evaluations.one(feedback_id),
    queryFn: async ({ signal }): Promise<Schemas["EvaluatedFeedbackDetail"] | null> => {
      try {
        return await api("getEvaluation", { params: { feedback_id }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.code === "evaluation_not_found") return null;
        throw error;
      }
    },
  });

export const oneCluster = (cluster_id: string) =>
  queryOptions({
    queryKey: queryKeys.clusters.one(cluster_id),
    queryFn: ({ signal }) => api("getCluster", { params: { cluster_id }, signal }),
  });

export const clusterMembers = (cluster_id: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.explorer.members(cluster_id),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api("listClusterMembers", { params: { cluster_id }, query: { limit: 200, after: pageParam }, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
    ...still,
  });
