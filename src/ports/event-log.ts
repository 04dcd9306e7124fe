import type { EmendEvent } from "../core/event/emend-event.ts";
import type { DecisionEvent } from "../core/feedback/decision-event.ts";

/**
 * The stream of what happened: one order, any number of groups that each read all of it. Delivery is at least
 * once, so handlers must not mind an event again. What every group has read is trimmed by `LOG_RETENTION`. Every driver
 * passes test/contract/event-log.ts.
 */
export interface EventLog {
  /** Appends in the order given; answers once a crash can no longer lose the events. */
  publish(events: readonly EmendEvent[]): Promise<void>;
  /** Starts to read as one consumer of a group. A group that is new reads from the beginning. */
  consume(options: ConsumeOptions): Consumption;
  /** The place of the newest entry; what comes later is after it. */
  newest(): Promise<string>;
  /** What comes after a place, in order, for those who only look; anything that is no place fails with `invalid_cursor`. */
  read(query: LogQuery): Promise<LogPage>;
  /** Oldest first; `after` is the `next` of the previous page. */
  deadLetters(query: DeadLetterQuery): Promise<DeadLetterPage>;
  /** Gives dead letters back to the group they died in, in their old place and at attempt 1; answers how many there were. */
  replay(ids: readonly string[]): Promise<number>;
  /** Removes dead letters for good; answers how many there were. */
  discard(ids: readonly string[]): Promise<number>;
  /** How far a group is behind; a group that never read is behind by everything. */
  backlog(group: string): Promise<Backlog>;
  /** Every group that has read, or has dead letters, in the order of their names. */
  groups(): Promise<readonly string[]>;
  /**
   * Forgets how far a group has read, and what it was to be given again: a group that nobody reads for keeps the log
   * from being trimmed. Its dead letters stay. Answers false, and changes nothing, where it has a living reader.
   */
  forget(group: string): Promise<boolean>;
  /** Stops every consumption and finishes what was given before; may be called again. */
  close(): Promise<void>;
}

export interface ConsumeOptions {
  readonly group: string;
  /** Unlike that of any other living reader; one that was killed comes back under any name. */
  readonly consumer: string;
  /**
   * Given one or several events in order; they are acknowledged once it answers. Where it throws over several,
   * each is given again alone; where it throws over one, that event is given again later, and is a dead letter
   * after the last attempt. A thrown UnfitEvent makes it one at once.
   */
  readonly handle: (entries: readonly LogEntry[]) => Promise<void>;
  /** The most entries of one call of `handle`; 100 when left out. */
  readonly batch?: number;
  /** Hears what goes wrong: an attempt that failed, a dead letter, a log that cannot be reached. Never throws. */
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
  /** Whether entries after that place are gone already, so that whoever looks must look at everything anew. */
  readonly gap: boolean;
}

/** A running reader. */
export interface Consumption {
  /** Ends after the entries in hand; what is not acknowledged is given to another reader of the group. */
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

export interface DeadLetterPage {
  readonly items: readonly DeadLetter[];
  readonly next?: string;
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
   * Hands the oldest events to `publish` and removes them once it answers; where it throws they stay. A crash
   * in between publishes them again. Answers how many were published.
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
