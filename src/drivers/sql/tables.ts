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

/** What is still to be told to others, in the order it was recorded. */
interface OutboxTable {
  readonly id: Generated<number>;
  readonly type: string;
  /** Names the record and repeats none of its words, so erasing a record erases its event. */
  readonly payload: string;
  readonly created_at: string;
}

/** The event log: events in the one order in which every group reads them. */
interface EventTable {
  /** Counted up without a gap and in the order of commits, so that readers miss nothing and a distance is a count. */
  readonly position: number;
  readonly id: string;
  readonly body: string;
  readonly created_at: string;
}

/** How far a group has read, and which of its consumers reads until when. */
interface EventGroupTable {
  readonly name: string;
  readonly position: number;
  readonly owner: string;
  /** Milliseconds from 1970, as in `due_at`. */
  readonly lease_until: number;
}

/** What a group could not handle yet; the body is repeated, so that the log can be trimmed. */
interface EventRetryTable {
  readonly group_name: string;
  readonly position: number;
  readonly body: string;
  readonly attempts: number;
  readonly due_at: number;
}

interface EventDeadTable {
  readonly id: Generated<number>;
  readonly group_name: string;
  readonly position: number;
  readonly body: string;
  readonly reason: string;
  readonly attempts: number;
  readonly died_at: string;
}

/** One act of a person, linked to the one before by its hash. */
interface AuditTable {
  /** Counted from 1 without a gap, which the database's own counters do not promise. */
  readonly seq: number;
  readonly time: string;
  readonly action: string;
  readonly subject: string;
  /** Who acted, and how; null once that person is erased, with the salt that keeps the hash from being guessed. */
  readonly body: string | null;
  readonly salt: string | null;
  readonly body_hash: string;
  readonly previous: string;
  readonly hash: string;
}

/**
 * A vector with the number of its last change, so that a copy in memory reads only what is new. pgvector has
 * a type named `vector`, and a table of that name would keep it from being created.
 */
interface VectorEntryTable {
  readonly model: string;
  readonly id: string;
  readonly seq: number;
  /** 32-bit floats, low byte first. */
  readonly vector: Uint8Array;
}

/** Vectors that are gone, for copies in memory that still have them. */
interface VectorRemovedTable {
  readonly model: string;
  readonly seq: number;
  readonly id: string;
}

/** The number of a model's last change; removals up to `forgotten` are no longer told. */
interface VectorHeadTable {
  readonly model: string;
  readonly seq: number;
  readonly forgotten: number;
}

/** What the store knows of itself: its schema's version, and whether erased words still have to be scrubbed. */
interface StoreStateTable {
  readonly name: string;
  readonly value: number;
}

export interface Tables {
  readonly feedback: FeedbackTable;
  readonly feedback_tag: FeedbackTagTable;
  readonly agent_hour: AgentHourTable;
  readonly tag_hour: TagHourTable;
  readonly outbox: OutboxTable;
  readonly event: EventTable;
  readonly event_group: EventGroupTable;
  readonly event_retry: EventRetryTable;
  readonly event_dead: EventDeadTable;
  readonly audit: AuditTable;
  readonly vector_entry: VectorEntryTable;
  readonly vector_removed: VectorRemovedTable;
  readonly vector_head: VectorHeadTable;
  readonly store_state: StoreStateTable;
}
