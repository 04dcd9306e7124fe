import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import type { Window } from "./windows.ts";
import { queryKeys } from "../api/query-keys.ts";

export const agentsQuery = ({ name: window }: Window) =>
  queryOptions({
    queryKey: queryKeys.agents.list(window),
    queryFn: ({ signal }) => api("listAgents", { query: { window }, signal }),
  });

export const patternQuery = (agent: string, { name: window }: Window) =>
  queryOptions({
    queryKey: queryKeys.agents.pattern(agent, window),
    queryFn: ({ signal }) => api("getAgentPatterns", { params: { agent }, query: { window }, signal }),
  });

export const trendQuery = (agent: string, { trend }: Window) =>
  queryOptions({
    queryKey: queryKeys.agents.trend(agent, trend.window),
    queryFn: ({ signal }) => api("getAgentTrend", { params: { agent }, query: trend, signal }),
  });

export const agentRulesQuery = (agent: string) =>
  queryOptions({
    queryKey: queryKeys.rules.ofAgent(agent),
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const { items } = await api("listRules", {
        query: { agent, status: ["active", "flagged"], effect: true, limit: 100 },
        signal,
      });
      // The server also matches rules whose pending change names this agent.
      return items.filter(({ scope }) => scope.agents.length === 0 || scope.agents.includes(agent));
    },
  });

const TAGGED = 20;

export const clusterTagQuery = (cluster: string) =>
  queryOptions({
    queryKey: queryKeys.clusters.tag(cluster),
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<string | null> => {
      const { items } = await api("listClusterMembers", {
        params: { cluster_id: cluster },
        query: { limit: TAGGED },
        signal,
      });
      const counts = new Map<string, number>();
      for (const tag of items.flatMap(({ feedback }) => feedback?.tags ?? [])) {
        counts.set(tag, (counts.get(tag) ?? 0) + 1);
      }
      return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
    },
  });

export const rejectionsQuery = (agent: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.agents.rejections(agent),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam: after }) =>
      api("listAgentRejections", { params: { agent }, query: { limit: 5, after }, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const mistakesQuery = (agent: string, path: string) =>
  queryOptions({
    queryKey: queryKeys.agents.mistakes(agent, path),
    enabled: path !== "",
    queryFn: ({ signal }) =>
      api("getAgentMistakes", { params: { agent }, query: { path: [path], limit: 10 }, signal }),
  });

export const promptMomentsQuery = (agent: string) =>
  queryOptions({
    queryKey: queryKeys.rules.promptMoments(agent),
    queryFn: ({ signal }) => api("listPromptMoments", { params: { agent }, signal }),
  });

export const remindersQuery = (agent: string) =>
  queryOptions({
    queryKey: queryKeys.agents.reminders(agent),
    queryFn: ({ signal }) =>
      api("listReminders", { params: { agent }, query: { source: "team", limit: 20 }, signal }),
  });
