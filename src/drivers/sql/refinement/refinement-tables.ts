import type { Generated } from "kysely";

/** One iteration of a refinement; the columns beside `brief` and `texts` are what is looked up. */
interface RefinementTable extends RefinementColumns {
  readonly seq: Generated<number>;
}

export interface RefinementColumns {
  readonly id: string;
  readonly time: string;
  /** Empty if it names none, like the session and the run. */
  readonly agent: string;
  readonly session: string;
  readonly run: string;
  readonly feedback_type: string;
  readonly iteration: number;
  readonly recorded_by: string;
  /** Actions between spaces: ` add_context request_approach `. */
  readonly actions: string;
  /** JSON of everything but the prompts. */
  readonly brief: string;
  /** JSON of both prompts. */
  readonly texts: string;
}

/** What was heard in a run, in order of time; not what outsiders said. */
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
