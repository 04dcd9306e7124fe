import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, type Answer } from "../api/api.ts";
import type { Operations } from "../api/contract.ts";
import type { InboxFilter } from "./inbox-filter.ts";
import { queryKeys } from "../api/query-keys.ts";

export type Listed = Answer<"listSubmissions">["items"][number];

/** The server counts similar rejections for at most this many. */
const PAGE = 50;

type ListQuery = Operations["listSubmissions"]["query"];

const toQuery = ({ view, gate, agent }: InboxFilter): ListQuery => ({
  limit: PAGE,
  ...(view === "decided" ? { status: "decided", order: "closed" } : { status: "waiting", order: "due" }),
  gate,
  agent,
});

/** Only the user refreshes this list: rows must not move because a tab was focused or a connection came back. */
export const listQuery = (filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.submissions.list(toQuery(filter), filter.view),
    enabled: (query) => query.state.data === undefined,
    staleTime: Infinity,
    initialPageParam: "",
    queryFn: ({ pageParam, signal }): Promise<Answer<"listSubmissions">> =>
      api("listSubmissions", {
        query: { ...toQuery(filter), after: pageParam },
        signal,
      }),
    getNextPageParam: ({ items, next }: Answer<"listSubmissions">): string | undefined =>
      // Sorted by due time, so nothing after this page is overdue.
      filter.view === "past-due" && items.some(({ due_at }) => Date.parse(due_at) > Date.now())
        ? undefined
        : (next ?? undefined),
  });

export const similarQuery = (filter: InboxFilter, after: string, items: readonly Listed[]) =>
  queryOptions({
    queryKey: queryKeys.submissions.similar(toQuery(filter), [after, ...items.map(({ id }) => id)].join(" ")),
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const page = await api("listSubmissions", {
        query: { ...toQuery(filter), similar: true, after },
        signal,
      });
      return new Map(page.items.map(({ id, similar_rejected }) => [id, similar_rejected]));
    },
  });

const midnight = (): string => new Date(new Date().setHours(0, 0, 0, 0)).toISOString();

export const countsQuery = queryOptions({
  queryKey: queryKeys.submissions.counts(),
  refetchInterval: 60_000,
  queryFn: async ({ signal }) => {
    const since = { decided_since: midnight() };
    const [all, mine] = await Promise.all([
      api("countSubmissions", { query: since, signal }),
      api("countSubmissions", { query: { ...since, mine: true }, signal }),
    ]);
    return { ...all, mine: mine.decided };
  },
});

export const gatesQuery = queryOptions({
  queryKey: queryKeys.gates.list(),
  staleTime: 300_000,
  queryFn: ({ signal }) => api("listGates", { signal }),
});

export const submissionQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.submissions.one(id),
    staleTime: 60_000,
    queryFn: ({ signal }) => api("getSubmission", { params: { submission_id: id }, signal }),
  });

export const similarDecisionsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.submissions.similarDecisions(id),
    staleTime: 60_000,
    queryFn: ({ signal }) => api("getSimilarDecisions", { params: { submission_id: id }, signal }),
  });
