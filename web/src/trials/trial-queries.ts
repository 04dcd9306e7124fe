import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, type Answer } from "../api/api.ts";
import type { Schemas } from "../api/contract.ts";
import { queryKeys } from "../api/query-keys.ts";
import { defined } from "../lib/defined.ts";

export type Trial = Schemas["Trial"];

const PAGE = 50;
/** Evidence comes in without an event of its own. */
const REFRESH_MS = 15_000;

export const trialsQuery = (state?: Trial["state"]) =>
  infiniteQueryOptions({
    queryKey: queryKeys.trials.list(state ?? "all"),
    queryFn: ({ signal, pageParam }) =>
      api("listTrials", { query: { limit: PAGE, after: pageParam, ...defined({ state }) }, signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: REFRESH_MS,
  });

export const trialQuery = (trial: string) =>
  queryOptions({
    queryKey: queryKeys.trials.one(trial),
    queryFn: ({ signal }) => api("getTrial", { params: { trial_id: trial }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === "stopped" ? false : REFRESH_MS),
  });

/** The last trials of a rule, newest first. */
export const trialsOfRuleQuery = (rule: string) =>
  queryOptions({
    queryKey: queryKeys.trials.ofRule(rule),
    queryFn: ({ signal }) => api("listTrials", { query: { rule, limit: 5 }, signal }),
  });

export type Sunset = Answer<"getSunset">;

/** Rules that may no longer be needed, and those to try without. */
export const sunsetQuery = queryOptions({
  queryKey: queryKeys.trials.sunset(),
  staleTime: 30_000,
  queryFn: ({ signal }) => api("getSunset", { signal }),
});
