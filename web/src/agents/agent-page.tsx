import { useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch, Link } from "@tanstack/react-router";
import { useRef } from "react";
import { Mark } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import type { Search } from "../router.tsx";
import { AgentPrompt } from "../rules/agent-prompt.tsx";
import { KeyHints } from "../components/key.tsx";
import { Page } from "../shell/page.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { useMinWidth } from "../hooks/use-min-width.ts";
import { AgentAlerts } from "./agent-alerts.tsx";
import { AgentFigures } from "./agent-figures.tsx";
import { AgentPlot } from "./agent-plot.tsx";
import { AgentRejections } from "./agent-rejections.tsx";
import { AgentReminders } from "./agent-reminders.tsx";
import { AgentsIndex } from "./agents-index.tsx";
import { agentRulesQuery, agentsQuery, clusterTagQuery, patternQuery, trendQuery } from "./agent-queries.ts";
import { BeforeAfter } from "./before-after.tsx";
import { PromptOverTime } from "./prompt-over-time.tsx";
import { NearFiles } from "./near-files.tsx";
import { type TaggedRule, tagRows } from "./tag-rows.ts";
import { TopIssues } from "./top-issues.tsx";
import { nextWindow, windowIn, windowSearch } from "./windows.ts";
import { Ago } from "../components/time.tsx";
import { plural } from "../lib/format.ts";
import { tasksQuery } from "../tasks/task-queries.ts";

export function AgentPage() {
  const { agent = "" } = useParams({ strict: false });
  const search: Search = useSearch({ strict: false });
  const window = windowIn(search);
  const navigate = useNavigate();
  const hasKeys = useMinWidth(900);
  const figure = useRef<HTMLDivElement>(null);
  const listed = useQuery(agentsQuery(window)).data?.agents ?? [];
  const found = useQuery(patternQuery(agent, window));
  const trend = useQuery(trendQuery(agent, window));
  const { data: rules } = useQuery(agentRulesQuery(agent));
  const tagged = useTags(rules ?? []);
  const go = (to: string): void =>
    void navigate({ to: "/agents/$agent", params: { agent: to }, search: windowSearch(window) });
  const at = listed.findIndex((each) => each.agent === agent);
  useKeys([
    { keys: "j", label: "next agent", run: () => go(listed[at + 1]?.agent ?? agent), isSafe: true },
    { keys: "k", label: "previous agent", run: () => go(listed[at - 1]?.agent ?? agent), isSafe: true },
    {
      keys: "u",
      label: "back to all agents",
      run: () => void navigate({ to: "/agents", search: windowSearch(window) }),
    },
    {
      keys: "w",
      label: "change the time window",
      run: () => void navigate({ to: ".", search: windowSearch(nextWindow(window)) }),
    },
    {
      keys: "t",
      label: "show the plot as a table",
      run: () => {
        const table = figure.current?.querySelector("details");
        if (table !== null && table !== undefined) table.open = !table.open;
      },
    },
  ]);
  const pattern = found.data?.pattern;
  const alerts = found.data?.alerts ?? [];
  const rows =
    trend.data === undefined || pattern === undefined ? [] : tagRows(trend.data, pattern, alerts, tagged);
  return (
    <Page
      title={agent}
      index={<AgentsIndex window={window} agents={listed} chosen={agent} />}
      margin={
        <>
          <AgentAlerts alerts={alerts} more={found.data?.alerts_more ?? 0} />
          <BeforeAfter rules={rules ?? []} />
          <AgentPrompt agent={agent} />
        </>
      }
      foot={
        hasKeys ? (
          <KeyHints
            keys={[
              ["j k", "next agent"],
              ["w", "window"],
              ["t", "as a table"],
              ["u", "all agents"],
              ["?", "all keys"],
            ]}
            note="Times in UTC. Approval rates cover decided work only."
          />
        ) : undefined
      }
    >
      <div className="px-5 pt-6 pb-8 md:pr-7 md:pl-[68px]">
        <h1 className="serif mb-4 text-title wrap-anywhere">{agent}</h1>
        {found.error === null ? null : <Failed error={found.error} retry={() => void found.refetch()} />}
        {pattern === undefined ? (
          found.error === null ? (
            <Skeleton rows={4} />
          ) : null
        ) : (
          <>
            <AgentFigures pattern={pattern} window={window} rules={rules?.length} />
            <Section title="Approval and rejections by tag">
              <div ref={figure}>
                {trend.error === null ? null : (
                  <Failed error={trend.error} retry={() => void trend.refetch()} />
                )}
                {trend.data === undefined ? (
                  trend.error === null ? (
                    <div aria-busy="true" className="skeleton h-72" />
                  ) : null
                ) : trend.data.buckets.every(({ submitted, decided }) => submitted + decided === 0) ? (
                  <p className="text-row text-ink-2">
                    No work by {agent} recorded yet. It appears here after the first decision.
                  </p>
                ) : (
                  <AgentPlot trend={trend.data} pattern={pattern} rows={rows} window={window} />
                )}
              </div>
              {rows.length === 0 ? null : (
                <p className="mt-2 flex flex-wrap items-center gap-x-4 text-meta text-ink-3">
                  <span className="flex items-center gap-1">
                    <Mark name="caret" size={13} />a rule took effect
                  </span>
                  <span>Darker after that</span>
                  <span>A dot is one rejection. All bars share one scale</span>
                  <span>A rejection can have several tags</span>
                </p>
              )}
            </Section>
            <TopIssues pattern={pattern} rules={tagged} window={window} />
          </>
        )}
        <PromptOverTime key={`${agent} prompts`} agent={agent} />
        <AgentReminders key={`${agent} reminders`} agent={agent} />
        <AgentTasks key={`${agent} tasks`} agent={agent} />
        <AgentRejections key={agent} agent={agent} />
        <NearFiles key={`${agent} files`} agent={agent} search={search} />
      </div>
    </Page>
  );
}

function useTags(rules: readonly NonNullable<TaggedRule["rule"]>[]): readonly TaggedRule[] {
  const clustered = rules.filter(({ cluster_id }) => cluster_id !== null);
  const tags = useQueries({ queries: clustered.map(({ cluster_id }) => clusterTagQuery(cluster_id ?? "")) });
  return clustered.flatMap((rule, at) => {
    const tag = tags[at]?.data;
    return tag === null || tag === undefined ? [] : [{ tag, rule }];
  });
}

function AgentTasks({ agent }: { readonly agent: string }) {
  const { data, error, refetch } = useQuery(tasksQuery(agent));
  if (data?.items.length === 0) return null;
  return (
    <Section title="Tasks, round by round">
      {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      <ul>
        {(data?.items ?? []).map(({ task, last_number, max, score, verdict, escalations, recorded_at }) => (
          <li key={task} className="border-b border-hair py-2 last:border-0">
            <Link
              to="/tasks/$task"
              params={{ task }}
              search={{ agent }}
              className="plain-link serif block py-0.5 text-quote wrap-anywhere hover:underline"
            >
              {task}
            </Link>
            <p className="text-meta text-ink-3">
              round {last_number} of {max}, score {score.toFixed(2)}, {verdict}
              {escalations === 0 ? "" : `, ${plural(escalations, "escalation")}`}, <Ago time={recorded_at} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
