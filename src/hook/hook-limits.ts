/** A larger event is passed over. */
export const MOST_EVENT_BYTES = 32 * 1024 * 1024;

const PATIENCE_MS = 1_000;
const PATIENCE_AT_START_MS = 3_000;

/** How long the agent may be kept waiting; a session's start may take longer than a step of it. */
export const patienceOf = (text: string): number =>
  /"hook_event_name"\s{0,9}:\s{0,9}"[Ss]essionStart"/.test(text) ? PATIENCE_AT_START_MS : PATIENCE_MS;
