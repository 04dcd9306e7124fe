/** Larger events are ignored. */
export const MAX_EVENT_BYTES = 32 * 1024 * 1024;

const TIMEOUT_MS = 1_000;
const SESSION_START_TIMEOUT_MS = 3_000;

/** How long the agent may wait. The start of a session may take longer than a step. */
export const hookTimeout = (text: string): number =>
  /"hook_event_name"\s{0,9}:\s{0,9}"[Ss]essionStart"/.test(text) ? SESSION_START_TIMEOUT_MS : TIMEOUT_MS;
