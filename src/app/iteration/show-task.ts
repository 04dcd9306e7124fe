import { type TaskHistory, taskHistory } from "../../core/iteration/task-history.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import type { IterationStore } from "../../ports/iteration-store.ts";

/** The most rounds that are read. */
const MAX_ROUNDS = 200;

export interface TaskQuestion {
  readonly task: string;
  /** The task's agent; if absent, the task must be the only one of its name. */
  readonly agent?: string | null | undefined;
  /** The number of rounds to list. */
  readonly limit?: number | undefined;
}

export interface TaskProblem {
  readonly code: "task_not_found" | "task_ambiguous";
  readonly message: string;
}

/** The history of a task: its last rounds, rates, repeated and escalated issues, best round and outlook. */
export const showTask =
  (iterations: Pick<IterationStore, "rounds" | "list">) =>
  async ({ task, agent, limit }: TaskQuestion): Promise<Result<TaskHistory, TaskProblem>> => {
    const owners = agent === undefined ? await ownersOf(iterations, task) : [agent];
    if (owners.length > 1) {
      const names = owners.map((name) => (name === null ? "no agent" : JSON.stringify(name))).join(", ");
      const message = `several agents have a task ${JSON.stringify(task)}: ${names}; name the agent`;
      return fail({ code: "task_ambiguous", message });
    }
    const [owner] = owners;
    const rounds = owner === undefined ? [] : await iterations.rounds({ task, agent: owner }, MAX_ROUNDS);
    const history = taskHistory(rounds, limit);
    if (history !== undefined) return ok(history);
    const ownerText = typeof agent === "string" ? ` of ${JSON.stringify(agent)}` : "";
    const message = `there are no rounds of a task ${JSON.stringify(task)}${ownerText}; \`emend iterations list\` shows the tasks`;
    return fail({ code: "task_not_found", message });
  };

async function ownersOf(
  iterations: Pick<IterationStore, "list">,
  task: string,
): Promise<readonly (string | null)[]> {
  const { items } = await iterations.list({ task, limit: 10 });
  return items.map(({ agent }) => agent);
}
