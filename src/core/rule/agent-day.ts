/** How much of something an agent has on a day. */
export interface AgentDay {
  /** In UTC, `2026-01-31`. */
  readonly day: string;
  readonly agent: string;
  readonly count: number;
}
