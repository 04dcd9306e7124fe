import type { Generated } from "kysely";

interface SubmissionTable extends SubmissionColumns {
  readonly seq: Generated<number>;
}

/** Work that waits for a person, or did. The columns before `header` are what is looked up, and repeat what it says. */
export interface SubmissionColumns {
  readonly id: string;
  /** The same for the same work; once among what waits. */
  readonly work: string;
  readonly revision: number;
  readonly status: string;
  readonly agent: string;
  readonly gate: string;
  readonly submitted_by: string;
  readonly submitted_at: string;
  readonly due_at: string;
  /** Who decided or took back; null while it waits. */
  readonly closed_by: string | null;
  /** Empty while it waits. */
  readonly closed_at: string;
  /** JSON: all but the long texts, so that a list reads none of them. */
  readonly header: string;
  /** JSON: the output, and of an approval with changes the accepted text and the diff. */
  readonly texts: string;
}

export interface SubmissionTables {
  readonly submission: SubmissionTable;
}
