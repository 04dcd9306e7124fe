import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Section } from "../parts/section.tsx";
import { Failed } from "../parts/states.tsx";
import { Ago } from "../parts/time.tsx";
import { plural } from "../parts/words.ts";
import { tasksQuery } from "../tasks/tasks-query.ts";

/** Tasks whose rounds of feedback were recorded, the last first. */
export function AgentTasks({ agent }: { readonly agent: string }) {
  const { data, error, refetch } = useQuery(tasksQuery(agent));
  if (data?.items.length === 0) return null;
  return (
    <Section title="Its tasks, round by round">
      {error === null ? null : <Failed error={error} again={() => void refetch()} />}
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
