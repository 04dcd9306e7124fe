import type { Insertable, Selectable } from "kysely";
import type { TaskRound } from "../../../core/iteration/task-round.ts";
import type { TaskHeader, TaskKey } from "../../../ports/iteration-store.ts";
import { storedKey, storedText } from "../stored-text.ts";
import { timeOf } from "../stored-time.ts";
import type { Tables } from "../tables.ts";

/** The columns that name a task. */
export const keyColumns = ({ agent, task }: TaskKey): { readonly agent: string; readonly task: string } => ({
  agent: agent === null ? "" : storedKey(agent),
  task: storedKey(task),
});

export function toRoundRow({ recorded_by, ...round }: TaskRound): Insertable<Tables["task_round"]> {
  return {
    ...keyColumns(round),
    position: round.position,
    document_id: storedKey(round.document_id),
    recorded_by: storedText(recorded_by),
    recorded_at: timeOf(round.recorded_at),
    document: JSON.stringify(round),
  };
}

/** Only what `toRoundRow` wrote is in the table. */
export const fromRoundRow = ({
  document,
  recorded_by,
}: Pick<Selectable<Tables["task_round"]>, "document" | "recorded_by">): TaskRound => ({
  ...(JSON.parse(document) as Omit<TaskRound, "recorded_by">),
  recorded_by,
});

type KeptHeader = Pick<TaskHeader, "task" | "agent" | "max" | "score" | "verdict" | "target_path">;

export const toTaskHeader = ({ task, agent, max, score, verdict, target }: TaskRound): string =>
  JSON.stringify({ task, agent, max, score, verdict, target_path: target.path } satisfies KeptHeader);

export const fromTaskRow = ({
  header,
  last_position,
  last_number,
  escalations,
  updated_at,
}: Selectable<Tables["task"]>): TaskHeader => ({
  ...(JSON.parse(header) as KeptHeader),
  round_count: last_position,
  last_number,
  escalations,
  recorded_at: updated_at,
});
