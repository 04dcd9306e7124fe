import type { Generated } from "kysely";

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

export interface EventTables {
  readonly outbox: OutboxTable;
  readonly event: EventTable;
  readonly event_group: EventGroupTable;
  readonly event_retry: EventRetryTable;
  readonly event_dead: EventDeadTable;
}
