import type { Generated } from "kysely";

interface FeedbackTable extends FeedbackColumns {
  /** Counted up by the database: short, so that indexes stay small, and rising, so that they grow at their end. */
  readonly seq: Generated<number>;
}

/** One record. The columns beside `record` are what is looked up, and repeat what it says. */
export interface FeedbackColumns {
  readonly id: string;
  readonly event_id: string;
  readonly fingerprint: string;
  /** Empty where the record names none, here and in the roll-ups. */
  readonly agent: string;
  readonly author: string;
  readonly time: string;
  /** JSON text and not a JSON column: those refuse the escaped NUL that a source may contain. */
  readonly record: string;
}

/** The time is repeated so that one index gives a tag's records newest first. */
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

/** Hours are counted from 1970. */
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
  /** Named without a rejection; kept since no later count could tell once retention has deleted the records. */
  readonly remarks: number;
}

export interface FeedbackTables {
  readonly feedback: FeedbackTable;
  readonly feedback_tag: FeedbackTagTable;
  readonly feedback_output: FeedbackOutputTable;
  readonly agent_hour: AgentHourTable;
  readonly tag_hour: TagHourTable;
}
