/** Event types that Emend publishes. Others depend on them, so a released name keeps its meaning. */
export const EVENT_TYPES = [
  "emend.feedback.recorded",
  "emend.rule.changed",
  "emend.check.changed",
  "emend.evaluation.changed",
  "emend.evaluation.ambiguous",
  "emend.cluster.changed",
  "emend.submission.changed",
  "emend.alert.raised",
  "emend.alert.cleared",
  "emend.rollout.changed",
  "emend.trial.changed",
  "emend.iteration.escalated",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** An event in the CloudEvents 1.0 format. It references records without repeating their content. */
export interface EmendEvent {
  readonly specversion: "1.0";
  /** Unique; the same for every delivery of the event. */
  readonly id: string;
  /** A URI reference of the publisher. */
  readonly source: string;
  readonly type: EventType;
  /** UTC to the millisecond. */
  readonly time: string;
  /** The id of the record. */
  readonly subject: string;
  readonly datacontenttype: "application/json";
  readonly data: Readonly<Record<string, unknown>>;
}

/** One number in a store's own log, two in a Redis stream. */
const POSITION = /^(\d{1,20})(?:-(\d{1,20}))?$/;

/** Whether two positions belong to the same kind of log, so that they can be compared. */
export function areComparable(position: string, other: string): boolean {
  const [one, two] = [POSITION.exec(position), POSITION.exec(other)];
  return one !== null && two !== null && (one[2] === undefined) === (two[2] === undefined);
}

export const isLogPosition = (text: string): boolean => POSITION.test(text);

/** Whether an entry comes after a position in its log; true if they cannot be compared. */
export function isAfterPosition(entry: string, position: string): boolean {
  if (!areComparable(entry, position)) return true;
  const [, time = "0", step = "0"] = POSITION.exec(entry) ?? [];
  const [, otherTime = "0", otherStep = "0"] = POSITION.exec(position) ?? [];
  if (BigInt(time) !== BigInt(otherTime)) return BigInt(time) > BigInt(otherTime);
  return BigInt(step) > BigInt(otherStep);
}

export interface LogRetention {
  /** The newest entries that are kept, however old. */
  readonly newest: number;
  /** How long entries are kept, however many. */
  readonly ms: number;
}

/** How long entries stay after every group has read them, for readers that resume from a position. */
export const LOG_RETENTION: LogRetention = { newest: 100_000, ms: 3_600_000 };

/** The default stream for decisions by others. */
export const DECISION_STREAM = "asdlc:events:hitl_decisions";

/** The default stream for Emend's own events. */
export const OWN_STREAM = "emend:events";

/**
 * The default stream for Emend's events: separate for each decision stream, so that two instances can share a
 * Redis.
 */
export const ownStreamOf = (decisions: string): string =>
  decisions === DECISION_STREAM ? OWN_STREAM : `${decisions}:emend`;
