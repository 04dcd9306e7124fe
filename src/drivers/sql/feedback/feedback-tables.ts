import type { Generated } from "kysely";

interface FeedbackTable extends FeedbackColumns {
  /** Assigned by the database: short, so that indexes stay small, and increasing, so that they grow at the end. */
  readonly seq: Generated<number>;
}

/** A record. The columns besides `record` are for lookups and repeat parts of it. */
export interface FeedbackColumns {
  readonly id: string;
  readonly event_id: string;
  readonly fingerprint: string;
  /** Empty if the record names none, here and in the roll-ups. */
  readonly agent: string;
  readonly author: string;
  readonly time: string;
  /** Text and not a JSON column, because those reject the escaped NUL that a source may contain. */
  readonly record: string;
}

/** Repeats the time, so that one index lists a tag's records newest first. */
interface FeedbackTagTable {
  readonly tag: string;
  readonly time: string;
  readonly seq: number;
}

/** Which record judged or accepted which output. */
interface FeedbackOutputTable {
  readonly hash: string;
  readonly seq: number;
}

/** Hours since 1970. */
interface AgentHourTable {
  readonly agent: string;
  readonly hour: number;
  readonly submitted: number;
  readonly approved: number;
  readonly approved_with_changes: number;
  readonly rejected: number;
}

interface TagHourTable {
  readonly agent: string;
  readonly hour: number;
  readonly tag: string;
  readonly rejections: number;
  /** Mentions without a rejection. Stored, because they cannot be counted once retention has deleted the records. */
  readonly remarks: number;
}

export interface FeedbackTables {
  readonly feedback: FeedbackTable;
  readonly feedback_tag: FeedbackTagTable;
  readonly feedback_output: FeedbackOutputTable;
  readonly agent_hour: AgentHourTable;
  readonly tag_hour: TagHourTable;
}
