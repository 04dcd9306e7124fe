import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PendingChange, ShortOfQuorum } from "./pending-change.tsx";
import { AgentPrompt } from "./agent-prompt.tsx";
import { RuleActs } from "./rule-acts.tsx";
import { RuleHistory } from "./rule-history.tsx";
import { formatScope } from "./rule-row.tsx";
import { type RuleState, type RuleSummary, STATE_WORDS, ruleText, TYPE_WORDS } from "./rule-state.ts";
import { knownAgentsQuery, ruleQuery } from "./rule-queries.ts";
import { describeEffect } from "./describe-effect.ts";

export function RuleMargin({
  rule,
  state,
  done,
}: {
  readonly rule: RuleSummary;
  readonly state: RuleState;
  readonly done: () => void;
}) {
  const { data: whole } = useQuery(ruleQuery(rule.id));
  const { data: known = [] } = useQuery(knownAgentsQuery);
  const agent = rule.scope.agents[0] ?? known[0];
  return (
    <>
      <p className="flex flex-wrap gap-x-3 text-meta text-ink-2">
        <span>
          {TYPE_WORDS[rule.type]} for {formatScope(rule)}
        </span>
        <span className={state === "flagged" ? "text-red" : state === "active" ? "text-green" : ""}>
          {STATE_WORDS[state].toLowerCase()}
        </span>
      </p>
      <h2 className="serif mt-1 text-note">
        <Link to="/rules/$rule" params={{ rule: rule.id }} className="plain-link hover:underline">
          {ruleText(rule)}
        </Link>
      </h2>
      <p className="mt-2 text-ink-2">{describeEffect(rule.effect, state, rule.flag?.reason)}</p>
      <PendingChange rule={rule} />
      <ShortOfQuorum short={rule.short_of_quorum} />
      <div className="mb-6 min-h-11">
        {whole === undefined ? null : <RuleActs rule={whole} done={done} />}
      </div>
      <RuleHistory rule={rule.id} most={6} />
      {agent === undefined || rule.in_force === null ? null : (
        <AgentPrompt agent={agent} marked={rule.text} most={14} />
      )}
    </>
  );
}
