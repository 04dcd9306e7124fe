import type { EvaluationChange } from "../core/evaluation/decide-evaluation.ts";
import type { EvaluationRecord, Standing } from "../core/evaluation/evaluation.ts";

/** The class of each piece of feedback. Every driver passes test/contract/evaluation-store.ts. */
export interface EvaluationStore {
  find(feedbackId: string): Promise<EvaluationRecord | undefined>;
  /** Those that are there, by the id of their feedback. */
  findAll(feedbackIds: readonly string[]): Promise<ReadonlyMap<string, EvaluationRecord>>;
  /**
   * Saves a change over the revision that it was decided on, with its event; the acts of people go into the audit
   * log in the same step. Answers false, and changes nothing, where another change came first.
   */
  save(change: EvaluationChange): Promise<boolean>;
  /**
   * Puts an evaluation back as it was, at its revision, with its event and without an act. Answers false, and changes
   * nothing, where the feedback has one.
   */
  restore(record: EvaluationRecord): Promise<boolean>;
  /** The last evaluated first, by what the feedback counts as now; `after` is the `next` of the previous page. */
  list(query: EvaluationQuery): Promise<EvaluationPage>;
  /** How many count as what. */
  counts(): Promise<Readonly<Record<Standing, number>>>;
}

export interface EvaluationQuery {
  readonly standing?: Standing;
  /** Only those that a person has (or has not) resolved. */
  readonly resolved?: boolean;
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}

export interface EvaluationPage {
  readonly items: readonly EvaluationRecord[];
  readonly next?: string;
}
