import type { Generated } from "kysely";

interface EvaluationTable {
  readonly seq: Generated<number>;
  readonly feedback_id: string;
  readonly revision: number;
  readonly standing: string;
  /** 1 if a person resolved it. */
  readonly resolved: number;
  readonly resolved_by: string | null;
  readonly time: string;
  readonly document: string;
}

/** Number of evaluations by standing, split into parts so that concurrent writers rarely lock the same row. */
interface EvaluationCountTable {
  readonly standing: string;
  readonly part: number;
  readonly count: number;
}

export interface EvaluationTables {
  readonly evaluation: EvaluationTable;
  readonly evaluation_count: EvaluationCountTable;
}
