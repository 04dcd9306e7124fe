import type { Page } from "../core/page.ts";
import type { EmendEvent } from "../core/event/emend-event.ts";
import type { DecisionEvent } from "../core/feedback/decision-event.ts";

/**
 * An ordered event log that any number of consumer groups read in full. Delivery is at least once, so handlers
 * must be idempotent. Entries that every group has read are trimmed by `LOG_RETENTION`. Every driver passes
 * test/contract/event-log.ts.
 */
export interface EventLog {
  /** Appends events durably, in order. */
  publish(events: readonly EmendEvent[]): Promise<void>;
  /** Starts a consumer of a group. A new group reads from the beginning. */
  consume(options: ConsumeOptions): Consumption;
  /** The position of the newest entry. */
  newest(): Promise<string>;
  /** The newest entries, newest first, without consuming them. `limit` is taken as the nearest of 1 to 500. */
  latest(limit: number): Promise<LogPage["entries"]>;
  /** Entries after a position, without consuming them; an invalid position fails with `invalid_cursor`. */
  read(query: LogQuery): Promise<LogPage>;
  /** Oldest first; `after` is the `next` of the previous page. */
  deadLetters(query: DeadLetterQuery): Promise<Page<DeadLetter>>;
  /** Returns dead letters to their group at attempt 1, and returns how many there were. */
  replay(ids: readonly string[]): Promise<number>;
  /** Deletes dead letters and returns how many there were. */
  discard(ids: readonly string[]): Promise<number>;
  /** The backlog of a group; everything for a group that never read. */
  backlog(group: string): Promise<Backlog>;
  /** Every group that has read or has dead letters, by name. */
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
  /** Unique among running consumers. The entries of a killed one are taken over under any name. */
  readonly consumer: string;
  /**
   * Receives one or more events in order, which are acknowledged when it resolves. If it throws for several, each
   * is retried alone. If it throws for one, that event is retried later and becomes a dead letter after the last
   * attempt, or at once if an UnfitEvent was thrown.
   */
  readonly handle: (entries: readonly LogEntry[]) => Promise<void>;
  /** The most entries per call of `handle`; 100 by default. */
  readonly batch?: number;
  /** Called on a failed attempt, a dead letter or an unreachable log. Must not throw. */
  readonly onFault?: (fault: EventFault) => void;
}

export interface LogEntry {
  /** Its position in the log. */
  readonly id: string;
  /** The published event: parsed JSON, not validated. */
  readonly event: unknown;
  /** From 1; an event that failed in a batch and is retried alone is still at its first attempt. */
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

/** A running consumer. */
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

/** An event that no retry can fix: malformed, or rejected by its handler. */
export class UnfitEvent extends Error {
  override readonly name = "UnfitEvent";
}

export interface DeadLetter {
  readonly id: string;
  readonly group: string;
  /** The entry's position in the log. */
  readonly entry: string;
  /** The event as text, even if malformed; cut to 64 KiB for display, but never for a replay. */
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
  /** Not delivered yet. */
  readonly waiting: number;
  /** Delivered but not acknowledged. */
  readonly pending: number;
  readonly dead: number;
}

/** Events that were saved in one transaction with their change and are not published yet. */
export interface Outbox {
  /**
   * Passes the oldest events to `publish` and removes them when it resolves. If it throws they remain, and a crash
   * in between publishes them again. Returns how many were published.
   */
  relay(limit: number, publish: (events: readonly EmendEvent[]) => Promise<void>): Promise<number>;
  /** The number of pending events. */
  depth(): Promise<number>;
}

/** The stream in which others read decisions. */
export interface DecisionStream {
  /** Appends in the order given; answers once a crash can no longer lose them. */
  write(decisions: readonly DecisionEvent[]): Promise<void>;
}
