import { useQuery } from "@tanstack/react-query";
import { IndexLink } from "../components/index-link.tsx";
import { IndexList } from "../shell/page.tsx";
import { readFeedbackSearch, toAddress, useFeedbackSearch } from "./feedback-search.ts";
import { agentNames, standingCounts } from "./feedback-queries.ts";

export function FeedbackIndex() {
  const { search } = useFeedbackSearch();
  const { data: counts } = useQuery(standingCounts);
  const { data: agents = [] } = useQuery(agentNames);
  const to = (part: Partial<typeof search>) =>
    toAddress({ ...readFeedbackSearch({}), agent: search.agent, ...part });
  const waiting = counts?.ambiguous ?? 0;
  return (
    <div className="max-md:flex max-md:gap-8">
      <IndexList title="Views">
        <IndexLink search={to({ view: "all" })} isOn={search.view === "all"}>
          All
        </IndexLink>
        <IndexLink search={to({ view: "recurs", agent: "" })} isOn={search.view === "recurs"}>
          Recurring
        </IndexLink>
        <IndexLink
          search={to({ view: "ambiguous" })}
          isOn={search.view === "ambiguous"}
          count={counts?.ambiguous}
          tone={waiting > 0 ? "red" : "ink"}
        >
          To resolve
        </IndexLink>
        <IndexLink search={to({ view: "edge" })} isOn={search.view === "edge"} count={counts?.edge_case}>
          Edge cases
        </IndexLink>
      </IndexList>
      {agents.length === 0 ? null : (
        <IndexList title="Agents">
          <IndexLink search={toAddress({ ...search, agent: "" })} isOn={search.agent === ""}>
            Any
          </IndexLink>
          {agents.map(({ agent, rejected }) => (
            <IndexLink
              key={agent}
              search={toAddress({
                ...search,
                agent,
                view: search.view === "recurs" ? "all" : search.view,
              })}
              isOn={search.agent === agent}
              count={rejected}
            >
              {agent}
            </IndexLink>
          ))}
        </IndexList>
      )}
    </div>
  );
}
