import { formatCount } from "../lib/format.ts";
import { useQueries } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { Section } from "../components/section.tsx";
import type { Proposal } from "./proposal-queries.ts";
import { plural } from "../lib/format.ts";
import { queryKeys } from "../api/query-keys.ts";

const SHOWN = 3;

export function Cost({ proposal }: { readonly proposal: Proposal }) {
  const { version, evidence, token_cost, policy } = proposal;
  const named =
    version.scope.agents.length > 0 ? version.scope.agents : evidence.agents.map(({ agent }) => agent);
  const agents = named.slice(0, SHOWN);
  const found = useQueries({
    queries: agents.map((agent) => ({
      queryKey: queryKeys.rules.budget(agent),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        api("getAgentRules", { params: { agent }, query: {}, signal }),
    })),
  });
  const isNew = version.status === "pending" && version.version === 1;
  return (
    <Section title="Cost" end={`${plural(token_cost, "token")} a run`}>
      {agents.map((agent, at) => {
        const rules = found[at]?.data;
        if (rules === undefined) return null;
        const part = Math.min(1, rules.tokens / policy.token_budget);
        const added = Math.max(0.012, token_cost / policy.token_budget);
        return (
          <div key={agent} className="mb-3">
            <div className="flex items-center gap-3 text-second">
              <span className="w-24 shrink-0 truncate font-semibold">{agent}</span>
              <svg width="76" height="8" viewBox="0 0 76 8" aria-hidden="true" className="shrink-0">
                <rect x="0" y="3.5" width="76" height="1" className="fill-edge" />
                <rect x="0" y="2" width={76 * part} height="4" className="fill-edge" />
                <rect
                  x={Math.min(74, 76 * part)}
                  y="0"
                  width={Math.max(2, 76 * added)}
                  height="8"
                  className="fill-ink"
                />
              </svg>
              <span className="text-ink-2">
                {formatCount(rules.tokens + (isNew ? token_cost : 0))} of {formatCount(policy.token_budget)}
              </span>
            </div>
            <p className="text-meta text-ink-3">
              {isNew
                ? `rule ${rules.rules.length + 1} of ${policy.rules_per_agent}${rules.rules.length + 1 > policy.rules_per_agent ? "; the weakest rule is dropped" : ""}`
                : `${plural(rules.rules.length, "rule")} of ${policy.rules_per_agent}`}
            </p>
          </div>
        );
      })}
      {named.length > SHOWN ? (
        <p className="text-second text-ink-2">and {named.length - SHOWN} more agents</p>
      ) : null}
    </Section>
  );
}
