import { queryOptions } from "@tanstack/react-query";
import { api, type Answer } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";
import { defined } from "../lib/defined.ts";

export type LoopSheet = Answer<"getLoop">;
export type LoopFigures = LoopSheet["figures"];
export type Mistake = Answer<"listCommonMistakes">["mistakes"][number];
export type LoopDay = Answer<"getLoopDay">;

const MINUTE = 60_000;

export const loopQuery = (until: string | undefined, agent: string | undefined) =>
  queryOptions({
    queryKey: queryKeys.loop.sheet(until ?? "", agent ?? ""),
    refetchInterval: MINUTE,
    queryFn: ({ signal }) => api("getLoop", { query: defined({ until, agent }), signal }),
  });

export const mistakesQuery = (until: string | undefined, days: number, agent: string | undefined) =>
  queryOptions({
    queryKey: queryKeys.loop.mistakes(until ?? "", days, agent ?? ""),
    refetchInterval: MINUTE,
    queryFn: ({ signal }) =>
      api("listCommonMistakes", { query: { ...defined({ until, agent }), days }, signal }),
  });

export const dayQuery = (day: string, agent: string | undefined, person: string | undefined) =>
  queryOptions({
    queryKey: queryKeys.loop.day(day, agent ?? "", person ?? ""),
    refetchInterval: MINUTE,
    queryFn: ({ signal }) =>
      api("getLoopDay", { params: { day }, query: defined({ agent, person }), signal }),
  });

/** How far somebody has come who starts with an empty store. */
export interface Start {
  readonly first: Answer<"listFeedback">["items"][number] | null;
  readonly hasRule: boolean;
  readonly hasProposal: boolean;
  readonly isEmpty: boolean;
}

export const startQuery = queryOptions({
  queryKey: queryKeys.loop.start(),
  queryFn: async ({ signal }): Promise<Start> => {
    const [feedback, rules, submissions] = await Promise.all([
      api("listFeedback", { query: { limit: 50 }, signal }),
      api("listRules", { query: { limit: 20 }, signal }),
      api("countSubmissions", { query: {}, signal }),
    ]);
    return {
      // An approval corrects nothing.
      first: feedback.items.find(({ outcome }) => outcome !== "approved") ?? null,
      hasRule: rules.items.some(({ status }) => status === "active" || status === "flagged"),
      hasProposal: rules.items.length > 0,
      isEmpty:
        feedback.items.length === 0 &&
        rules.items.length === 0 &&
        submissions.waiting === 0 &&
        submissions.decided === 0,
    };
  },
});
