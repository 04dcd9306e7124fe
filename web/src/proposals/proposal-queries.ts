import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, type Answer } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";

export type Replay = Answer<"replayRule">;
export type Queue = Answer<"listProposals">;
export type Waiting = Queue["items"][number];
export type Proposal = Answer<"getProposal">;
export type Related = Proposal["related"][number];
export type Member = Proposal["evidence"]["members"][number];
export type Warning = Proposal["warnings"][number];
export type RuleType = Proposal["version"]["type"];
export type WordChange = NonNullable<NonNullable<Proposal["changes"]>["text"]>[number];

export const queueQuery = infiniteQueryOptions({
  queryKey: queryKeys.proposals.queue(),
  queryFn: ({ signal, pageParam }) =>
    api("listProposals", {
      query: { limit: 50, after: pageParam },
      signal,
    }),
  initialPageParam: "",
  getNextPageParam: ({ next }: Queue) => next ?? undefined,
});

export const proposalQuery = (ruleId: string) =>
  queryOptions({
    queryKey: queryKeys.proposals.one(ruleId),
    queryFn: ({ signal }) => api("getProposal", { params: { rule_id: ruleId }, signal }),
    enabled: ruleId !== "",
  });

/** What a rule would have done in the past; with commits it takes some seconds. */
export const replayQuery = (ruleId: string, commits: number) =>
  queryOptions({
    queryKey: queryKeys.proposals.replay(ruleId, commits),
    queryFn: ({ signal }) => api("replayRule", { params: { rule_id: ruleId }, query: { commits }, signal }),
    staleTime: 60_000,
  });
