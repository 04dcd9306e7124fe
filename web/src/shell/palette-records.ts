import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api, type Answer } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";
import { may, sessionQuery } from "../api/session.ts";
import { peopleQuery } from "../settings/people-query.ts";
import { useDebounced } from "../hooks/use-debounced.ts";
import { readableText } from "../lib/readable-text.ts";
import type { Found } from "./palette-pages.ts";

const MOST_OF_A_KIND = 4;
const LEAST = 2;
const COMMIT = /^[0-9a-f]{7,64}$/;

type Rule = Answer<"listRules">["items"][number];

/** Agents, rules, proposals, feedback and people that contain every word, and the commit of that id. Only what exists is offered. */
export function useRecords(typed: string): {
  readonly found: readonly Found[];
  readonly isSearching: boolean;
} {
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const text = useDebounced(typed, 150);
  const isAsked = typed.length >= LEAST && may(session, "read");
  const rules = useQuery({
    queryKey: queryKeys.palette.rules(),
    enabled: isAsked,
    staleTime: 10_000,
    queryFn: ({ signal }) => api("listRules", { query: { limit: 500 }, signal }),
  });
  const agents = useQuery({
    queryKey: queryKeys.palette.agents(),
    enabled: isAsked,
    staleTime: 10_000,
    queryFn: ({ signal }) => api("listAgents", { query: { window: "90d" }, signal }),
  });
  const people = useQuery({ ...peopleQuery, enabled: isAsked && may(session, "administer") });
  const feedback = useQuery({
    queryKey: queryKeys.palette.feedback(text),
    enabled: isAsked && text.length >= LEAST,
    staleTime: 10_000,
    queryFn: ({ signal }) => api("listFeedback", { query: { search: text, limit: MOST_OF_A_KIND }, signal }),
  });
  const commit = useQuery({
    queryKey: queryKeys.palette.commit(text),
    enabled: isAsked && COMMIT.test(text),
    retry: false,
    staleTime: 10_000,
    queryFn: ({ signal }) => api("explainCommit", { params: { commit: text }, signal }),
  });
  if (!isAsked) return { found: [], isSearching: false };
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (said: string): boolean => words.every((word) => said.toLowerCase().includes(word));
  const toRule = ({ id, status, text: said }: Rule): Found => {
    const isProposed = status === "proposed";
    return {
      id: `rule ${id}`,
      kind: isProposed ? "proposal" : `rule, ${IN_WORDS[status] ?? status}`,
      label: said,
      go: () => void navigate({ to: isProposed ? "/proposals/$rule" : "/rules/$rule", params: { rule: id } }),
    };
  };
  const inText = feedback.data?.items ?? [];
  return {
    isSearching:
      [rules, agents, feedback].some(({ isPending }) => isPending) || commit.isLoading || text !== typed,
    found: [
      ...(commit.data === undefined
        ? []
        : [
            {
              id: `commit ${commit.data.commit}`,
              kind: "commit",
              label: `What ${commit.data.runs[0]?.agent ?? "the agent"} had been told at ${commit.data.commit.slice(0, 12)}`,
              go: () => void navigate({ to: "/why/$commit", params: { commit: commit.data.commit } }),
            },
          ]),
      ...(agents.data?.agents ?? [])
        .filter(({ agent }) => has(agent))
        .slice(0, MOST_OF_A_KIND)
        .map(({ agent }) => ({
          id: `agent ${agent}`,
          kind: "agent",
          label: agent,
          go: () => void navigate({ to: "/agents/$agent", params: { agent } }),
        })),
      ...(people.data?.items ?? [])
        .filter(({ name }) => has(name))
        .slice(0, MOST_OF_A_KIND)
        .map(({ name }) => ({
          id: `person ${name}`,
          kind: "person",
          label: `What ${name} changed`,
          go: () => void navigate({ to: "/audit", search: { actor: name } }),
        })),
      ...(rules.data?.items ?? [])
        .filter(({ text: said, status }) => has(said) && status !== "rejected" && status !== "expired")
        .slice(0, MOST_OF_A_KIND)
        .map(toRule),
      ...inText.map(({ id, comment, similarity_text }) => ({
        id: `feedback ${id}`,
        kind: "feedback",
        label: readableText(comment ?? similarity_text) || "Rejected without a comment",
        go: () => void navigate({ to: "/feedback/$feedback", params: { feedback: id } }),
      })),
      ...(inText.length === 0
        ? []
        : [
            {
              id: "all",
              kind: "search",
              label: `All feedback about “${text}”`,
              go: () => void navigate({ to: "/feedback", search: { text } }),
            },
          ]),
    ],
  };
}

const IN_WORDS: Readonly<Record<string, string>> = {
  active: "in force",
  flagged: "in force, flagged",
  retired: "retired",
};
