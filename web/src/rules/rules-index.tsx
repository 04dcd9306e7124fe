import type { Search } from "../router.tsx";
import { IndexList } from "../shell/page.tsx";
import { IndexLink } from "../components/index-link.tsx";
import type { StatedRule } from "./rule-list.tsx";
import { RULE_STATES, STATE_WORDS } from "./rule-state.ts";

export function RulesIndex({
  rules,
  agents,
  search,
  most,
}: {
  readonly rules: readonly StatedRule[];
  readonly agents: readonly string[];
  readonly search: Search;
  readonly most: number | undefined;
}) {
  const { state, agent, compact } = search;
  const inForce = rules.filter((each) => each.state !== "retired");
  const named = [...new Set([...agents, ...inForce.flatMap(({ rule }) => rule.scope.agents)])];
  return (
    <>
      <IndexList title="State">
        <IndexLink search={{ agent, compact }} isOn={state === undefined} count={rules.length}>
          All
        </IndexLink>
        {RULE_STATES.map((each) => {
          const count = rules.filter((stated) => stated.state === each).length;
          return (
            <IndexLink
              key={each}
              search={{ state: each, agent, compact }}
              isOn={state === each}
              count={count}
              tone={each === "flagged" && count > 0 ? "red" : "ink"}
            >
              {STATE_WORDS[each]}
            </IndexLink>
          );
        })}
      </IndexList>
      {named.length === 0 ? null : (
        <IndexList title={"In\u00a0prompt\u00a0of"}>
          {named.map((name) => (
            <IndexLink
              key={name}
              search={{ state, agent: agent === name ? undefined : name, compact }}
              isOn={agent === name}
              count={`${inForce.filter(({ rule }) => isFor(rule.scope.agents, name)).length}${most === undefined ? "" : ` of ${most}`}`}
            >
              <span className="truncate">{name}</span>
            </IndexLink>
          ))}
        </IndexList>
      )}
    </>
  );
}

export const isFor = (agents: readonly string[], agent: string): boolean =>
  agents.length === 0 || agents.includes(agent);
