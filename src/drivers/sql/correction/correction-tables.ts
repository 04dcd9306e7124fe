import type { Generated } from "kysely";

/** One past correction. The columns besides `document` are for lookups. */
interface CorrectionTable extends CorrectionColumns {
  readonly seq: Generated<number>;
}

export interface CorrectionColumns {
  readonly id: string;
  /** When it was made, or when it was added if nobody knows. */
  readonly time: string;
  readonly project: string;
  /** Empty if there is none, like author and path. */
  readonly agent: string;
  readonly author: string;
  readonly path: string;
  readonly found: string;
  readonly outcome: string;
  /** 1 if it has lines before or after, otherwise 0. */
  readonly with_edit: number;
  /** JSON of the correction. */
  readonly document: string;
}

export interface CorrectionTables {
  readonly correction: CorrectionTable;
}
