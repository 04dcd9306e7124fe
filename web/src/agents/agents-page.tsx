import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { Answer } from "../api/api.ts";
import { Button } from "../components/button.tsx";
import { Empty, Failed, Skeleton } from "../components/states.tsx";
import { capitalize, countWord } from "../lib/format.ts";
import { KeyHints } from "../components/key.tsx";
import { useStableList } from "../hooks/use-stable-list.ts";
import { Page } from "../shell/page.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { useMinWidth } from "../hooks/use-min-width.ts";
import { AgentAlerts } from "./agent-alerts.tsx";
import { AGENT_COLUMNS, AgentRow } from "./agent-row.tsx";
import { AgentsIndex } from "./agents-index.tsx";
import { agentsQuery } from "./agent-queries.ts";
import { nextWindow, type Window, windowIn, windowSearch } from "./windows.ts";

type Listed = Answer<"listAgents">;

const alertsFirst = (listed: Listed): Listed => {
  const warned = new Set(listed.alerts.map(({ agent }) => agent));
  return {
    ...listed,
    agents: listed.agents.toSorted((a, b) => Number(warned.has(b.agent)) - Number(warned.has(a.agent))),
  };
};

const orderText = ({ agents }: Listed): string => agents.map(({ agent }) => agent).join("\n");

export function AgentsPage() {
  const navigate = useNavigate();
  const hasKeys = useMinWidth(900);
  const window = windowIn(useSearch({ strict: false }));
  const { data, error, isPending, refetch } = useQuery(agentsQuery(window));
  const fresh = useMemo(() => (data === undefined ? undefined : alertsFirst(data)), [data]);
  const { shown, waits, showNew } = useStableList(fresh, orderText, window.name);
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const agents = shown?.agents ?? [];
  const at = agents.findIndex(({ agent }) => agent === chosen);
  const move = (by: number): void =>
    setChosen(agents[Math.max(0, Math.min(agents.length - 1, at + by))]?.agent);
  useKeys([
    { keys: "j", label: "next agent", run: () => move(1), isSafe: true },
    { keys: "k", label: "previous agent", run: () => move(-1), isSafe: true },
    {
      keys: "Enter",
      label: "open the agent",
      run: () => {
        const agent = (agents[at] ?? agents[0])?.agent;
        if (agent !== undefined) {
          void navigate({ to: "/agents/$agent", params: { agent }, search: windowSearch(window) });
        }
      },
    },
    {
      keys: "w",
      label: "change the time window",
      run: () => void navigate({ to: "/agents", search: windowSearch(nextWindow(window)) }),
    },
  ]);
  return (
    <Page
      title="Agents"
      heading="Agents"
      standfirst={shown === undefined || agents.length === 0 ? undefined : standfirstOf(shown, window)}
      index={<AgentsIndex window={window} agents={agents} />}
      margin={
        shown === undefined || agents.length === 0 ? undefined : (
          <AgentAlerts alerts={shown.alerts} more={shown.alerts_more} isNamed />
        )
      }
      foot={
        hasKeys ? (
          <KeyHints
            keys={[
              ["j k", "move"],
              ["↵", "open"],
              ["w", "window"],
              ["?", "all keys"],
            ]}
            note="Times in UTC. Approval rates cover decided work only."
          />
        ) : undefined
      }
    >
      {isPending && shown === undefined ? <Skeleton rows={5} /> : null}
      {error !== null && shown === undefined ? <Failed error={error} retry={() => void refetch()} /> : null}
      {shown !== undefined && agents.length === 0 ? <NoAgents window={window} /> : null}
      {waits ? (
        <p role="status" className="px-5 pb-2 md:pl-[68px]">
          <Button kind="quiet" onClick={showNew}>
            The order has changed. Update
          </Button>
        </p>
      ) : null}
      {agents.length === 0 ? null : (
        <div className="@container">
          <div
            className={`grid items-end gap-x-3 border-b border-hair-2 pr-4 text-meta text-ink-3 @max-[619px]:hidden ${AGENT_COLUMNS}`}
          >
            <span className="h-full border-r border-hair" />
            <span className="pb-1">Agent</span>
            <span className="flex justify-between pb-1">
              <span>0</span>
              <span>approval</span>
              <span>100&#x202f;%</span>
            </span>
            <span className="pb-1">95&#x202f;% band, trend</span>
            <span className="pb-1">Rejections</span>
          </div>
          <ol>
            {agents.map((pattern) => (
              <AgentRow
                key={pattern.agent}
                pattern={pattern}
                alerts={(shown?.alerts ?? []).filter(({ agent }) => agent === pattern.agent)}
                search={windowSearch(window)}
                isChosen={pattern.agent === chosen}
                isFollowed
              />
            ))}
          </ol>
          {shown === undefined || shown.agents_more === 0 ? null : (
            <p className="px-5 py-4 text-second text-ink-3 md:pl-[68px]">
              {shown.agents_more} more agents have fewer rejections.
            </p>
          )}
        </div>
      )}
    </Page>
  );
}

function standfirstOf({ agents, alerts }: Listed, { label }: Window): string {
  const count = `${capitalize(countWord(agents.length))} ${agents.length === 1 ? "agent" : "agents"} worked in the last ${label}`;
  const warned = new Set(alerts.map(({ agent }) => agent));
  if (warned.size === 0) return `${count}. None of them needs attention.`;
  const [first] = warned;
  return warned.size === 1
    ? `${count}; ${first} needs attention.`
    : `${count}; ${countWord(warned.size)} need attention.`;
}

function NoAgents({ window }: { readonly window: Window }) {
  return (
    <div className="md:pl-12">
      <Empty title={`No agent’s work was recorded in the last ${window.label}.`}>
        <p>
          <Link to="/" search={{ welcome: "yes" }}>
            Connect an agent
          </Link>
          , or choose a longer window.
        </p>
      </Empty>
    </div>
  );
}
