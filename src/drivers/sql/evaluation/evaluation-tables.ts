import type { Generated } from "kysely";

interface EvaluationTable {
  readonly seq: Generated<number>;
  readonly feedback_id: string;
  readonly revision: number;
  readonly standing: string;
  /** 1 where a person has resolved it. */
  readonly resolved: number;
  readonly resolved_by: string | null;
  readonly time: string;
  readonly document: string;
}

/** How many evaluations stand as what, in a few parts, so that those who write at once seldom meet in one row. */
interface EvaluationCountTable {
  readonly standing: string;
  readonly part: number;
  readonly count: number;
}

export interface EvaluationTables {
  readonly evaluation: EvaluationTable;
  readonly evaluation_count: EvaluationCountTable;
}
