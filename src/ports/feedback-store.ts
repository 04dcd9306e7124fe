import type { Page } from "../core/page.ts";
import type { Feedback } from "../core/feedback/feedback.ts";
import type { RollUp } from "../core/pattern/roll-up.ts";
import type { VectorIndex } from "./vector-index.ts";

/** Stores feedback. Every driver passes test/contract/feedback-store.ts. */
export interface FeedbackStore {
  /**
   * Records each piece once: one whose event or content is known changes nothing. A record by another author, or
   * with less trust, never replaces a record: both are kept, and the audit log notes the collision. Returns the
   * results in order, after everything is durable; roll-ups and events change in the same transaction. Up to 1,000
   * records are saved completely or not at all, more of them in parts. If one violates the contract of Feedback,
   * the call fails with `record_refused` and records nothing; other calls are not affected.
   */
  record(feedback: readonly Feedback[]): Promise<readonly Recorded[]>;

  /** Undefined if it does not exist. */
  find(id: string): Promise<Feedback | undefined>;

  /** The existing ones, in no order; at most 500 ids. */
  findAll(ids: readonly string[]): Promise<readonly Feedback[]>;
  /** Records about one of these outputs, judged or accepted, newest first; at most the 20 recorded last. */
  ofOutput(hashes: readonly string[]): Promise<readonly Feedback[]>;
  /** Newest first; `after` is the `next` of the previous page, and anything else fails with `invalid_cursor`. */
  list(query: FeedbackQuery): Promise<Page<Feedback>>;

  /**
   * Counts per agent and hour, and per agent, tag and hour, in two queries whatever the number of agents. Feedback
   * without an agent is counted under the empty name. An outcome is counted in the hour of its record, and a tag
   * once per rejection that names it: remarks and approvals with changes are not rejections.
   */
  rollUp(range: RollUpRange): Promise<RollUp>;

  /**
   * Counts within part of one hour, by the rules of `rollUp`. Returns nothing if it holds more than `most`
   * records, because the cost grows with their number.
   */
  rollUpPart(part: RollUpPart): Promise<RollUp | undefined>;

  /**
   * The rows from `from` on that changed after a cursor, for callers that cache roll-ups: the cost depends on what
   * was written, not on what is stored. `rows` is null if no cursor is given or so much changed that everything
   * must be read again.
   */
  rollUpSince(query: { readonly after: RollUpCursor | null; readonly from: string }): Promise<RollUpNews>;

  /**
   * Erases a person's name and words from all their records, keeping the counts, from clusters, corrections,
   * evaluations, rules and submissions, and from the audit log; returns the number of records. In the same transaction
   * the audit log records that `by` did it, but not to whom, the vectors of those records are deleted, also from
   * `outside`, and the person's tokens are revoked. If `outside` fails, nothing is erased.
   */
  erasePerson(personId: string, by?: string, outside?: Pick<VectorIndex, "remove">): Promise<number>;

  /**
   * Deletes records older than a time, keeping the roll-ups, with refinements, rounds, corrections and hits of checks of
   * that age and submissions that were decided or withdrawn before it; returns how many records. A deleted event that arrives again
   * is new. The audit entry is written no later than the first deletion. Vectors are deleted as when erasing a person;
   * if `outside` fails, the rest stays.
   */
  deleteOlderThan(time: string, by?: string, outside?: Pick<VectorIndex, "remove">): Promise<number>;
}

export type Recorded =
  | {
      readonly state: "new";
      readonly id: string;
      /** Another record had its id, so this one got a new id, as the audit log notes. */
      readonly collided_with?: string;
    }
  /** The same event, or the same content under another event, was recorded before as `id`. */
  | { readonly state: "known"; readonly id: string };

export interface FeedbackQuery {
  /** Empty for feedback without an agent. */
  readonly agent?: string;
  readonly tag?: string;
  /** From this time on. */
  readonly since?: string;
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}

export interface RollUpRange {
  /** From this hour up to but excluding the other. */
  readonly from: string;
  readonly to: string;
  readonly agent?: string;
}

export interface RollUpPart {
  /** Both within one hour; `to` may be its end. */
  readonly from: string;
  readonly to: string;
  readonly agent?: string;
  readonly most: number;
}

/** A cursor for callers that cache roll-ups; only valid for this store and process. */
export interface RollUpCursor {
  readonly feedback: TableCursor;
  readonly submissions: TableCursor;
}

export interface TableCursor {
  /** Everything up to this number was seen. */
  readonly from: number;
  /** The newest number at a time, in milliseconds since 1970. */
  readonly newest: number;
  readonly at: number;
  /** Seen numbers after `from`. */
  readonly seen: ReadonlySet<number>;
}

export interface RollUpNews {
  readonly place: RollUpCursor;
  readonly rows: RollUp | null;
}
