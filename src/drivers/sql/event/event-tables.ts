import type { Generated } from "kysely";

/** Events waiting to be published, in the order they were recorded. */
interface OutboxTable {
  readonly id: Generated<number>;
  readonly type: string;
  /** Names the record and repeats none of its text, so erasing the record is enough. */
  readonly payload: string;
  readonly created_at: string;
}

/** The event log, in the one order in which every group reads it. */
interface EventTable {
  /** Has no gaps and follows commit order, so that readers miss nothing and a difference is a count. */
  readonly position: number;
  readonly id: string;
  readonly body: string;
  readonly created_at: string;
}

/** How far a group has read, and which consumer holds its lease until when. */
interface EventGroupTable {
  readonly name: string;
  readonly position: number;
  readonly owner: string;
  /** Milliseconds since 1970, like `due_at`. */
  readonly lease_until: number;
}

/** Entries to retry. They repeat the body, so that the log can be trimmed. */
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
