import { formatSentence } from "../lib/server-sentence.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Mark } from "../components/mark.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import type { Search } from "../router.tsx";
import { IndexList, Page } from "../shell/page.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { useMinWidth } from "../hooks/use-min-width.ts";
import { RuleChecks } from "../checks/rule-checks.tsx";
import { RuleTrial } from "../trials/rule-trial.tsx";
import { PendingChange, ShortOfQuorum } from "./pending-change.tsx";
import { ruleText, STATE_MARKS, STATE_WORDS, stateOf, TYPE_WORDS } from "./rule-state.ts";
import { AgentPrompt } from "./agent-prompt.tsx";
import { IndexLink } from "../components/index-link.tsx";
import { KeyHints } from "../components/key.tsx";
import { CameBack } from "./came-back.tsx";
import { EffectTimeline } from "./effect-timeline.tsx";
import { RuleActs } from "./rule-acts.tsx";
import { RuleEffectSection } from "./rule-effect-section.tsx";
import { RuleEvidence } from "./rule-evidence.tsx";
import { RuleHistory } from "./rule-history.tsx";
import { RuleVersions } from "./rule-versions.tsx";
import { effectQuery, knownAgentsQuery, ruleQuery } from "./rule-queries.ts";

export function RulePage() {
  const { rule: id = "" } = useParams({ strict: false });
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const hasKeys = useMinWidth(900);
  const { data: rule, error, refetch } = useQuery(ruleQuery(id));
  const measured = useQuery(effectQuery(id, rule !== undefined && rule.in_force !== null));
  const { data: known = [] } = useQuery(knownAgentsQuery);
  useKeys([{ keys: "u", label: "back to all rules", run: () => void navigate({ to: "/rules" }) }]);
  if (rule === undefined) {
    return (
      <Page title="Rule" heading="Rule" index={null} margin={null}>
        {error === null ? <Skeleton /> : <Failed error={error} retry={() => void refetch()} />}
      </Page>
    );
  }
  const effect = measured.data?.effect;
  const state = stateOf(rule, effect);
  const current =
    rule.versions.find(({ version }) => version === (rule.in_force ?? rule.pending)) ?? rule.versions.at(-1)!;
  const pending = rule.versions.find(({ version }) => version === rule.pending);
  const wasInForce = rule.versions.some(({ quorum }) => quorum !== null);
  const agents = current.scope.agents.length > 0 ? current.scope.agents : known;
  const agent = agents.find((name) => name === search["agent"]) ?? agents[0];
  return (
    <Page
      title={ruleText(current).slice(0, 60)}
      index={
        <>
          <p className="mb-6 max-md:mb-2">
            <Link to="/rules" className="quiet inline-block py-0.5">
              All rules
            </Link>
          </p>
          {agents.length === 0 ? null : (
            <IndexList title={"In\u00a0prompt\u00a0of"}>
              {agents.map((name) => (
                <IndexLink key={name} search={{ agent: name }} isOn={name === agent}>
                  {name}
                </IndexLink>
              ))}
            </IndexList>
          )}
        </>
      }
      margin={
        <>
          <RuleHistory rule={id} />
          {agent === undefined || rule.in_force === null ? null : (
            <AgentPrompt agent={agent} marked={current.text} />
          )}
        </>
      }
      foot={
        hasKeys ? (
          <KeyHints
            keys={[
              ["u", "back to all rules"],
              ["?", "all keys"],
            ]}
            note="Days are in UTC. The day a rule took effect is not counted."
          />
        ) : undefined
      }
    >
      <div className="px-5 pt-6 pb-8 md:pr-7 md:pl-[68px]">
        <header className="mb-6">
          <p className="flex flex-wrap items-center gap-x-3 text-meta text-ink-2">
            {state === undefined ? (
              <span>{rule.status}</span>
            ) : (
              <span className={`flex items-center gap-1 ${state === "flagged" ? "text-red" : ""}`}>
                <Mark {...STATE_MARKS[state]} size={16} />
                {STATE_WORDS[state]}
              </span>
            )}
            <span>
              {TYPE_WORDS[current.type]} for {current.scope.agents.join(", ") || "every agent"}
            </span>
            {current.scope.paths.length === 0 ? null : (
              <span className="mono">in {current.scope.paths.join(", ")}</span>
            )}
            <span className="mono text-ink-3" title={rule.id}>
              {rule.id.slice(0, 10)}
            </span>
          </p>
          <h1 className="serif mt-2 text-under-review max-md:text-note">{ruleText(current)}</h1>
          {current.reason === "" ? null : (
            <p className="mt-2 max-w-[64ch] text-row text-ink-2">
              {current.proposed_by.trust === "person" ? current.reason : formatSentence(current.reason)}
            </p>
          )}
          {pending === undefined ? null : rule.in_force === null ? (
            <p className="mt-3 flex items-center gap-2">
              <Mark name="caret" tone="red" />
              <Link to="/proposals/$rule" params={{ rule: id }}>
                Waiting for approval
              </Link>
            </p>
          ) : (
            <PendingChange rule={{ id, change: { ...pending, proposed_by: pending.proposed_by.id } }} />
          )}
          <ShortOfQuorum short={rule.short_of_quorum} />
          <RuleActs rule={rule} done={() => undefined} />
        </header>
        {rule.in_force === null ? null : <CameBack rule={id} text={ruleText(current)} />}
        {rule.in_force === null || state === undefined ? null : measured.error !== null ? (
          <Failed error={measured.error} retry={() => void measured.refetch()} />
        ) : effect === undefined ? (
          <div aria-busy="true" className="skeleton mb-6 h-40" />
        ) : (
          <RuleEffectSection
            effect={effect}
            regression={measured.data?.regression ?? null}
            state={state}
            flagReason={rule.flag?.reason}
          />
        )}
        {wasInForce ? <EffectTimeline rule={id} /> : null}
        <RuleTrial rule={rule} />
        <RuleChecks rule={rule} />
        <RuleVersions versions={rule.versions} />
        <RuleEvidence cluster={rule.cluster_id} version={current} />
      </div>
    </Page>
  );
}
