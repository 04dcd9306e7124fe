import type { Generated } from "kysely";

/** One iteration of a refinement. The columns besides `brief` and `texts` are for lookups. */
interface RefinementTable extends RefinementColumns {
  readonly seq: Generated<number>;
}

export interface RefinementColumns {
  readonly id: string;
  readonly time: string;
  /** Empty if there is none, like session and run. */
  readonly agent: string;
  readonly session: string;
  readonly run: string;
  readonly feedback_type: string;
  readonly iteration: number;
  readonly recorded_by: string;
  /** Actions separated and surrounded by spaces: ` add_context request_approach `. */
  readonly actions: string;
  /** JSON of everything but the prompts. */
  readonly brief: string;
  /** JSON of both prompts. */
  readonly texts: string;
}

/** Feedback within a run, by time. Excludes outsiders. */
interface RunHeardTable {
  readonly run: string;
  readonly time: string;
  readonly seq: number;
  readonly agent: string;
  readonly feedback_id: string;
  readonly heard: string;
}

export interface RefinementTables {
  readonly refinement: RefinementTable;
  readonly run_heard: RunHeardTable;
}
