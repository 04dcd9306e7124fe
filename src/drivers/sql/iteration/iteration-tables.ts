import type { Generated } from "kysely";

/** A task with what a list shows of it. */
interface TaskTable {
  readonly seq: Generated<number>;
  /** Empty where the task is nobody's. */
  readonly agent: string;
  readonly name: string;
  readonly last_position: number;
  readonly last_number: number;
  readonly escalations: number;
  readonly updated_at: string;
  /** JSON: names as they were given, and what the last round says. */
  readonly header: string;
}

interface TaskRoundTable {
  readonly agent: string;
  readonly task: string;
  readonly position: number;
  readonly document_id: string;
  readonly recorded_by: string;
  readonly recorded_at: string;
  /** JSON: the round without who recorded it. */
  readonly document: string;
}

export interface IterationTables {
  readonly task: TaskTable;
  readonly task_round: TaskRoundTable;
}
