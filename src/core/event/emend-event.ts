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
