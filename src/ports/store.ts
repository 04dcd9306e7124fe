import type { AuditLog } from "./audit-log.ts";
import type { EventLog } from "./event-log.ts";
import type { FeedbackStore } from "./feedback-store.ts";
import type { Outbox } from "./outbox.ts";

/** Everything that Emend keeps, in one place: a file, or a database for many machines. */
export interface Store {
  readonly feedback: FeedbackStore;
  readonly outbox: Outbox;
  /** The log of the store itself, for those who run no other. */
  readonly events: EventLog;
  readonly audit: AuditLog;
  /** Finishes what was given before; may be called again. */
  close(): Promise<void>;
}
