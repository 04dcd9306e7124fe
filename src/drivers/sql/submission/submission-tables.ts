import type { Generated } from "kysely";

interface SubmissionTable extends SubmissionColumns {
  readonly seq: Generated<number>;
}

/** Work that waits or waited for a person. The columns before `header` are for lookups and repeat parts of it. */
export interface SubmissionColumns {
  readonly id: string;
  /** Identifies equal work. Unique among waiting submissions. */
  readonly work: string;
  readonly revision: number;
  readonly status: string;
  readonly agent: string;
  readonly gate: string;
  readonly submitted_by: string;
  readonly submitted_at: string;
  readonly due_at: string;
  /** Who decided or withdrew it. Null while it waits. */
  readonly closed_by: string | null;
  /** Empty while it waits. */
  readonly closed_at: string;
  /** JSON: everything except the long texts, so that lists do not read those. */
  readonly header: string;
  /** JSON: the output and, for an approval with changes, the accepted text and the diff. */
  readonly texts: string;
}

export interface SubmissionTables {
  readonly submission: SubmissionTable;
}
