/** Counted from 1970, as stores keep it, or an RFC 3339 spelling of any time within it. */
export type RollUpHour = number | string;

/** What happened to one agent's work within one hour. */
export interface AgentHour {
  readonly agent: string;
  readonly hour: RollUpHour;
  /** Counted in the hour of submission, decided or not. */
  readonly submitted: number;
  /** This and the following are counted in the hour of the decision. */
  readonly approved: number;
  readonly approved_with_changes: number;
  readonly rejected: number;
}

/** How many of one agent's rejections named one tag within one hour; a rejection counts once for each of its tags. */
export interface TagHour {
  readonly agent: string;
  readonly tag: string;
  readonly hour: RollUpHour;
  readonly count: number;
}

/**
 * Hourly counts of one or many agents, in any order. Rows of the same hour add up, so a store may keep
 * several; a count that is no whole number above zero adds nothing, and neither does an unreadable hour.
 */
export interface RollUp {
  readonly hours: readonly AgentHour[];
  readonly tags: readonly TagHour[];
}
