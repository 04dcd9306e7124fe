import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { ApiProblem } from "../api/api-problem.ts";
import { Mark } from "../marks/mark.tsx";
import { Section } from "../parts/section.tsx";
import { Empty, Failed, Skeleton } from "../parts/states.tsx";
import { plural } from "../parts/words.ts";
import type { Search } from "../router.tsx";
import { Page } from "../shell/page.tsx";
import { TaskFindings, TaskIssues } from "./task-findings.tsx";
import { TaskPlot } from "./task-plot.tsx";
import { TaskRates } from "./task-rates.tsx";
import { OUTLOOK_WORDS } from "./task-words.ts";
import { type TaskHistory, taskQuery } from "./tasks-query.ts";

/** A task that is reviewed and refined: its rounds, what repeats, and whether the loop will settle. */
export function TaskPage() {
  const { task = "" } = useParams({ strict: false });
  const { agent }: Search = useSearch({ strict: false });
  const { data, error, refetch } = useQuery(taskQuery(task, agent));
  const isUnknown = error instanceof ApiProblem && error.code === "task_not_found";
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
      <div className="px-5 pt-6 pb-8 one:pr-7 one:pl-[68px]">
        <h1 className="serif mb-1 text-title wrap-anywhere">{task}</h1>
        {error === null ? null : isUnknown ? (
          <Empty title="No rounds of this task were recorded.">
            <p>
              Record each round of review with <code>emend iterations record --task {task}</code>, by API or
              by MCP.
            </p>
          </Empty>
        ) : (
          <Failed error={error} again={() => void refetch()} />
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
