import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { ApiError } from "../api/api-error.ts";
import { Mark } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { Empty, Failed, Skeleton } from "../components/states.tsx";
import { plural } from "../lib/format.ts";
import type { Search } from "../router.tsx";
import { Page } from "../shell/page.tsx";
import { TaskFindings, TaskIssues } from "./task-findings.tsx";
import { TaskPlot } from "./task-plot.tsx";
import { OUTLOOK_WORDS, percentOf, RATE_WORDS } from "./format-task.ts";
import { type TaskHistory, taskQuery } from "./task-queries.ts";

export function TaskPage() {
  const { task = "" } = useParams({ strict: false });
  const { agent }: Search = useSearch({ strict: false });
  const { data, error, refetch } = useQuery(taskQuery(task, agent));
  const isUnknown = error instanceof ApiError && error.code === "task_not_found";
  return (
    <Page
      title={task}
      margin={
        data === undefined ? undefined : (
          <>
            <TaskOutlook outlook={data.outlook} />
            <TaskIssues issues={data.issues} />
          </>
        )
      }
    >
      <div className="px-5 pt-6 pb-8 md:pr-7 md:pl-[68px]">
        <h1 className="serif mb-1 text-title wrap-anywhere">{task}</h1>
        {error === null ? null : isUnknown ? (
          <Empty title="No rounds recorded for this task.">
            <p>
              Record each round of review with <code>emend iterations record --task {task}</code>, the API or
              MCP.
            </p>
          </Empty>
        ) : (
          <Failed error={error} retry={() => void refetch()} />
        )}
        {data === undefined ? (
          error === null ? (
            <Skeleton rows={4} />
          ) : null
        ) : (
          <>
            <p className="mb-4 text-row text-ink-2">
              {plural(data.round_count, "round")} of feedback
              {data.agent === null ? null : (
                <>
                  {" "}
                  on the work of{" "}
                  <Link to="/agents/$agent" params={{ agent: data.agent }} search={{}}>
                    {data.agent}
                  </Link>
                </>
              )}
              {data.best_round === null
                ? ""
                : `. Best is round ${data.best_round.number}, with a score of ${data.best_round.score.toFixed(2)}`}
              .
            </p>
            <Section title="Score and findings, by round">
              <TaskPlot history={data} />
              <p className="mt-2 flex flex-wrap gap-x-4 text-meta text-ink-3">
                <span>The large green dot is the best round</span>
                <span>A red dot is a finding that repeats or undoes an earlier one</span>
                <span>! means an issue escalated</span>
              </p>
            </Section>
            <TaskRates rates={data.rates} />
            <TaskFindings rounds={data.rounds} />
          </>
        )}
      </div>
    </Page>
  );
}

function TaskOutlook({ outlook }: { readonly outlook: TaskHistory["outlook"] }) {
  const { answer, reasons, advice } = outlook;
  return (
    <Section title="Will it settle?">
      <p className="flex items-center gap-2 text-row font-medium">
        <Mark
          name={
            answer === "not_settling"
              ? "query"
              : answer === "settled" || answer === "settling"
                ? "stet"
                : "wait"
          }
          tone={answer === "not_settling" ? "red" : "ink"}
        />
        {OUTLOOK_WORDS[answer]}
      </p>
      <ul className="mt-2 list-disc pl-5 text-row text-ink-2">
        {reasons.map(({ text }) => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-row">{advice}</p>
    </Section>
  );
}

function TaskRates({ rates }: { readonly rates: TaskHistory["rates"] }) {
  return (
    <Section title="Rates" end="last five rounds">
      <dl className="grid grid-cols-2 md:grid-cols-4">
        {RATE_WORDS.map(([name, words]) => {
          const { value, target, direction, met } = rates[name];
          return (
            <div
              key={name}
              className="border-r border-hair py-2 pr-3 last:border-0 not-first:pl-4 max-md:odd:pl-0 max-md:even:border-r-0"
            >
              <dt className="text-meta text-ink-3">{words}</dt>
              <dd className="serif text-figure">
                {percentOf(value)}
                <span className={`block font-sans text-second ${met === false ? "text-red" : "text-ink-2"}`}>
                  target {direction === "at_least" ? "at least" : "at most"} {percentOf(target)}
                  {met === null ? ", not known yet" : met ? ", met" : ", missed"}
                </span>
              </dd>
            </div>
          );
        })}
      </dl>
    </Section>
  );
}
