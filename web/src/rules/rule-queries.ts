import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import type { RuleSummary } from "./rule-state.ts";
import { queryKeys } from "../api/query-keys.ts";

const PAGE = 200;
/** Beyond this the list is cut, and the page says so. */
const MOST_PAGES = 10;

export interface ListedRules {
  readonly items: readonly RuleSummary[];
  readonly isWhole: boolean;
}

async function every(
  status: readonly RuleSummary["status"][],
  effect: boolean,
  signal: AbortSignal,
): Promise<ListedRules> {
  const items: RuleSummary[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const got = await api("listRules", { query: { status, effect, limit: PAGE, after }, signal });
    items.push(...got.items);
    if (got.next === null) return { items, isWhole: true };
    after = got.next;
  }
  return { items, isWhole: false };
}

export const rulesQuery = queryOptions({
  queryKey: queryKeys.rules.list(),
  staleTime: 30_000,
  queryFn: async ({ signal }): Promise<ListedRules> => {
    const [inForce, retired] = await Promise.all([
      every(["active", "flagged"], true, signal),
      every(["retired"], false, signal),
    ]);
    return { items: [...inForce.items, ...retired.items], isWhole: inForce.isWhole && retired.isWhole };
  },
});

export const ruleQuery = (rule: string) =>
  queryOptions({
    queryKey: queryKeys.rules.one(rule),
    queryFn: ({ signal }) => api("getRule", { params: { rule_id: rule }, signal }),
  });

export const historyQuery = (rule: string) =>
  queryOptions({
    queryKey: queryKeys.rules.history(rule),
    queryFn: ({ signal }) => api("getRuleHistory", { params: { rule_id: rule }, signal }),
  });

export const effectQuery = (rule: string, inForce: boolean) =>
  queryOptions({
    queryKey: queryKeys.rules.effect(rule),
    enabled: inForce,
    queryFn: ({ signal }) => api("getRuleEffect", { params: { rule_id: rule }, signal }),
  });

export const timelineQuery = (rule: string, wasInForce: boolean) =>
  queryOptions({
    queryKey: queryKeys.rules.timeline(rule),
    enabled: wasInForce,
    queryFn: ({ signal }) => api("getRuleEffectTimeline", { params: { rule_id: rule }, signal }),
  });

/** Building a prompt records nothing. */
export const promptQuery = (agent: string) =>
  queryOptions({
    queryKey: queryKeys.rules.prompt(agent),
    queryFn: ({ signal }) => api("buildAgentPrompt", { params: { agent }, body: {}, signal }),
  });

export const knownAgentsQuery = queryOptions({
  queryKey: queryKeys.agents.recent(),
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<readonly string[]> =>
    (await api("listAgents", { query: { window: "30d" }, signal })).agents.map(({ agent }) => agent),
});
