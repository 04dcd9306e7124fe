import type { Generated } from "kysely";

/** A task with what lists show. */
interface TaskTable {
  readonly seq: Generated<number>;
  /** Empty if the task belongs to no agent. */
  readonly agent: string;
  readonly name: string;
  readonly last_position: number;
  readonly last_number: number;
  readonly escalations: number;
  readonly updated_at: string;
  /** JSON: original names, and the state after the last round. */
  readonly header: string;
}

interface TaskRoundTable {
  readonly agent: string;
  readonly task: string;
  readonly position: number;
  readonly document_id: string;
  readonly recorded_by: string;
  readonly recorded_at: string;
  /** JSON: the round without `recorded_by`. */
  readonly document: string;
}

export interface IterationTables {
  readonly task: TaskTable;
  readonly task_round: TaskRoundTable;
}
