import type { Page } from "../core/page.ts";
import type { EmendEvent } from "../core/event/emend-event.ts";
import type { DecisionEvent } from "../core/feedback/decision-event.ts";

/**
 * An ordered event log that any number of consumer groups read in full. Delivery is at least once, so handlers
 * must be idempotent. Entries that every group has read are trimmed by `LOG_RETENTION`. Every driver passes
 * test/contract/event-log.ts.
 */
export interface EventLog {
  /** Appends in the order given; answers once a crash can no longer lose the events. */
  publish(events: readonly EmendEvent[]): Promise<void>;
  /** Starts to read as one consumer of a group. A group that is new reads from the beginning. */
  consume(options: ConsumeOptions): Consumption;
  /** The position of the newest entry. */
  newest(): Promise<string>;
  /** What comes after a place, in order, for those who only look; anything that is no place fails with `invalid_cursor`. */
  read(query: LogQuery): Promise<LogPage>;
  /** Oldest first; `after` is the `next` of the previous page. */
  deadLetters(query: DeadLetterQuery): Promise<Page<DeadLetter>>;
  /** Gives dead letters back to the group they died in, in their old place and at attempt 1; answers how many there were. */
  replay(ids: readonly string[]): Promise<number>;
  /** Removes dead letters for good; answers how many there were. */
  discard(ids: readonly string[]): Promise<number>;
  /** How far a group is behind; a group that never read is behind by everything. */
  backlog(group: string): Promise<Backlog>;
  /** Every group that has read, or has dead letters, in the order of their names. */
  groups(): Promise<readonly string[]>;
  /**
   * Deletes a group's position and pending retries, because an abandoned group keeps the log from being trimmed.
   * Its dead letters remain. Returns false and changes nothing if the group has a live reader.
   */
  forget(group: string): Promise<boolean>;
  /** Stops all consumers and finishes pending work. May be called again. */
  close(): Promise<void>;
}

export interface ConsumeOptions {
  readonly group: string;
  /** Unlike that of any other living reader; one that was killed comes back under any name. */
  readonly consumer: string;
  /**
   * Receives one or more events in order, which are acknowledged when it resolves. If it throws for several, each
   * is retried alone. If it throws for one, that event is retried later and becomes a dead letter after the last
   * attempt, or at once if an UnfitEvent was thrown.
   */
  readonly handle: (entries: readonly LogEntry[]) => Promise<void>;
  /** The most entries of one call of `handle`; 100 when left out. */
  readonly batch?: number;
  /** Called on a failed attempt, a dead letter or an unreachable log. Must not throw. */
  readonly onFault?: (fault: EventFault) => void;
}

/** One event as a consumer gets it. */
export interface LogEntry {
  /** Its place in the log. */
  readonly id: string;
  /** The event as it was published, by Emend or by others: parsed JSON, and nothing more is known of it. */
  readonly event: unknown;
  /** 1 for the first time; an event that failed among others and is then given alone is still at its first. */
  readonly attempt: number;
}

export interface LogQuery {
  readonly after: string;
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
}

export interface LogPage {
  readonly entries: readonly Omit<LogEntry, "attempt">[];
  /** Whether entries after that position were already trimmed, so that the reader has to start over. */
  readonly gap: boolean;
}

/** A running reader. */
export interface Consumption {
  /** Stops after the current entries. Unacknowledged entries go to another reader of the group. */
  stop(): Promise<void>;
}

export interface EventFault {
  readonly code: "attempt_failed" | "dead_letter" | "log_unreachable";
  readonly message: string;
  readonly group: string;
  readonly entry?: string;
  readonly cause?: unknown;
}

/** An event that no attempt will make fit: malformed, or of a form that its handler refuses. */
export class UnfitEvent extends Error {
  override readonly name = "UnfitEvent";
}

export interface DeadLetter {
  readonly id: string;
  readonly group: string;
  /** The entry's place in the log. */
  readonly entry: string;
  /** The event as text, however malformed; cut to its first 64 KiB when shown, never when replayed. */
  readonly body: string;
  readonly reason: string;
  readonly attempts: number;
  readonly time: string;
}

export interface DeadLetterQuery {
  readonly group?: string;
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}

export interface Backlog {
  /** Not handed to anyone yet. */
  readonly waiting: number;
  /** Handed out and not acknowledged: in hand, to be tried again, or stuck. */
  readonly pending: number;
  readonly dead: number;
}

/** Events that were written in one step with the change they tell of, and still have to be published. */
export interface Outbox {
  /**
   * Passes the oldest events to `publish` and removes them when it resolves. If it throws they remain, and a crash
   * in between publishes them again. Returns how many were published.
   */
  relay(limit: number, publish: (events: readonly EmendEvent[]) => Promise<void>): Promise<number>;
  /** How many wait. */
  depth(): Promise<number>;
}

/** Where others read decisions. */
export interface DecisionStream {
  /** Appends in the order given; answers once a crash can no longer lose them. */
  write(decisions: readonly DecisionEvent[]): Promise<void>;
}
