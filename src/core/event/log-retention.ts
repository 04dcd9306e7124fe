export interface LogRetention {
  /** So many of the newest entries stay, however old they are. */
  readonly newest: number;
  /** Entries stay for so long, however many there are. */
  readonly ms: number;
}

/** What an event log keeps of what every group has read, for those who come back with a place in it. */
export const LOG_RETENTION: LogRetention = { newest: 100_000, ms: 3_600_000 };
