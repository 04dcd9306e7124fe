/** What Emend tells of, by name; others may listen, so a name that was released keeps its meaning. */
export const EVENT_TYPES = [
  "emend.feedback.recorded",
  "emend.rule.changed",
  "emend.evaluation.changed",
  "emend.evaluation.ambiguous",
  "emend.cluster.changed",
  "emend.submission.changed",
  "emend.alert.raised",
  "emend.alert.cleared",
  "emend.rollout.changed",
  "emend.iteration.escalated",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Something that happened, as CloudEvents 1.0 writes it. It names records and repeats none of their words. */
export interface EmendEvent {
  readonly specversion: "1.0";
  /** Never shared by two events; the same event told twice has the same one. */
  readonly id: string;
  /** A URI reference of who tells it. */
  readonly source: string;
  readonly type: EventType;
  /** UTC to the millisecond. */
  readonly time: string;
  /** The id of the record it is about. */
  readonly subject: string;
  readonly datacontenttype: "application/json";
  readonly data: Readonly<Record<string, unknown>>;
}

/** Of one number in a store's own log, of two in a stream of Redis. */
const PLACE = /^(\d{1,20})(?:-(\d{1,20}))?$/;

/** Whether both are places of the same kind of log, so that one is before the other or is it. */
export function areOfSameLog(place: string, other: string): boolean {
  const [one, two] = [PLACE.exec(place), PLACE.exec(other)];
  return one !== null && two !== null && (one[2] === undefined) === (two[2] === undefined);
}

/** Whether a text is a place of any log. */
export const isLogPosition = (text: string): boolean => PLACE.test(text);

/** Whether an entry comes after a place of its log; what cannot be compared does. */
export function isAfterPosition(entry: string, place: string): boolean {
  if (!areOfSameLog(entry, place)) return true;
  const [, time = "0", step = "0"] = PLACE.exec(entry) ?? [];
  const [, otherTime = "0", otherStep = "0"] = PLACE.exec(place) ?? [];
  if (BigInt(time) !== BigInt(otherTime)) return BigInt(time) > BigInt(otherTime);
  return BigInt(step) > BigInt(otherStep);
}

export interface LogRetention {
  /** So many of the newest entries stay, however old they are. */
  readonly newest: number;
  /** Entries stay for so long, however many there are. */
  readonly ms: number;
}

/** What an event log keeps of what every group has read, for those who come back with a place in it. */
export const LOG_RETENTION: LogRetention = { newest: 100_000, ms: 3_600_000 };

/** Where others publish decisions, unless the settings name another one. */
export const DECISION_STREAM = "asdlc:events:hitl_decisions";

/** Where Emend publishes its own events, unless the settings name another one. */
export const OWN_STREAM = "emend:events";

/** Where they go if the settings do not say: apart for each stream of decisions, so that two Emends on one Redis stay apart. */
export const ownStreamOf = (decisions: string): string =>
  decisions === DECISION_STREAM ? OWN_STREAM : `${decisions}:emend`;
