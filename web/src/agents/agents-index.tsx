import { Link } from "@tanstack/react-router";
import { IndexList } from "../shell/page.tsx";
import { IndexLink } from "../components/index-link.tsx";
import { type AgentPattern, formatApproval } from "./format-agent.ts";
import { type Window, WINDOWS, windowSearch } from "./windows.ts";

export function AgentsIndex({
  window,
  agents,
  chosen,
}: {
  readonly window: Window;
  readonly agents: readonly AgentPattern[];
  readonly chosen?: string;
}) {
  return (
    <>
      <IndexList title="Window">
        {WINDOWS.map((each) => (
          <IndexLink key={each.name} search={windowSearch(each)} isOn={each === window}>
            {each.label}
          </IndexLink>
        ))}
      </IndexList>
      <p className="mb-6 max-md:mb-0 max-md:shrink-0">
        <Link className="quiet inline-block min-h-6" to="/" search={{ welcome: "yes" }}>
          Connect an agent
        </Link>
      </p>
      {agents.length === 0 || chosen === undefined ? null : (
        <IndexList title="Agents">
          {agents.map((pattern) => (
            <IndexLink
              key={pattern.agent}
              agent={pattern.agent}
              search={windowSearch(window)}
              isOn={pattern.agent === chosen}
              count={formatApproval(pattern)}
            >
              <span className="truncate">{pattern.agent}</span>
            </IndexLink>
          ))}
        </IndexList>
      )}
    </>
  );
}
