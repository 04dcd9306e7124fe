/** Something that happened, as the server tells it; `reset` is told where events may have been missed. */
export interface LiveEvent {
  readonly type: string;
  /** The id of the record that it is about. */
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}
