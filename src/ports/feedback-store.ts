import type { Page } from "../core/page.ts";
import type { Feedback } from "../core/feedback/feedback.ts";
import type { RollUp } from "../core/pattern/roll-up.ts";
import type { VectorIndex } from "./vector-index.ts";

/** Where feedback is kept. Every driver passes test/contract/feedback-store.ts. */
export interface FeedbackStore {
  /**
   * Records each piece once: one whose event or content is there already changes nothing. Another author's record, or
   * one of lower standing, never takes a record's place: both are kept, and the audit log tells of the collision. Answers in the order
   * given, once a crash can no longer lose what is new. Roll-ups and outgoing events change in the same step.
   * Up to 1,000 pieces are recorded whole or not at all, whatever fails; more of them in parts. If one breaks the
   * contract of Feedback, the call fails with `record_refused` and records nothing; other calls do not suffer for it.
   */
  record(feedback: readonly Feedback[]): Promise<readonly Recorded[]>;

  /** Absent is an answer, not an error. */
  find(id: string): Promise<Feedback | undefined>;

  /** Those that are there, in no order; at most 500 are asked for. */
  findAll(ids: readonly string[]): Promise<readonly Feedback[]>;
  /**
   * Records that name one of these as the output that was judged or accepted, the newest first; of more than 20, those
   * recorded last. The same hash is the same output.
   */
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
   * Takes a person's name and words out of every record of theirs, keeping the counts, out of clusters, evaluations,
   * rules and submissions, and out of the audit log; answers how many records there were. In the same step the audit log says that
   * `by` did it, and not to whom; the vectors of those records go, of every model that the store keeps and from
   * `outside`, where vectors may be kept instead, and tokens of a person's role that are named so are revoked. Where `outside` fails nothing is erased.
   */
  erasePerson(personId: string, by?: string, outside?: Pick<VectorIndex, "remove">): Promise<number>;

  /**
   * Deletes records older than a time, keeping the roll-ups; answers how many there were. With them go submissions
   * that were decided or taken back before it. An event that
   * arrives again after its record was deleted is new. The audit log says that `by` did it no later than the
   * first of them is gone. Their vectors go as when a person is erased; where `outside` fails, what is not deleted yet stays.
   */
  deleteOlderThan(time: string, by?: string, outside?: Pick<VectorIndex, "remove">): Promise<number>;
}

export type Recorded =
  | {
      readonly state: "new";
      readonly id: string;
      /** A different record had its place, so this one was given another, and the audit log says so. */
      readonly collided_with?: string;
    }
  /** The same event, or the same content under another event, was recorded before as `id`. */
  | { readonly state: "known"; readonly id: string };

export interface FeedbackQuery {
  /** Empty for feedback that names no agent. */
  readonly agent?: string;
  readonly tag?: string;
  /** From this time on. */
  readonly since?: string;
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}

export interface RollUpRange {
  /** Hours from this one on, and before the other. */
  readonly from: string;
  readonly to: string;
  readonly agent?: string;
}

export interface RollUpPart {
  /** Both within one hour, or `to` at its end. */
  readonly from: string;
  readonly to: string;
  readonly agent?: string;
  readonly most: number;
}

/** How far somebody has read who keeps roll-ups; it means nothing to another store, nor after a start. */
export interface RollUpCursor {
  readonly feedback: TableCursor;
  readonly submissions: TableCursor;
}

export interface TableCursor {
  /** Up to this number everything was seen. */
  readonly from: number;
  /** The newest that was there at a time, in milliseconds from 1970. */
  readonly newest: number;
  readonly at: number;
  /** Those after `from` that were seen. */
  readonly seen: ReadonlySet<number>;
}

export interface RollUpNews {
  readonly place: RollUpCursor;
  readonly rows: RollUp | null;
}
