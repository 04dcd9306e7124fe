/** Where others publish decisions, unless the settings name another one. */
export const DECISION_STREAM = "asdlc:events:hitl_decisions";

/** Where Emend publishes its own events, unless the settings name another one. */
export const OWN_STREAM = "emend:events";

/** Where they go if the settings do not say: apart for each stream of decisions, so that two Emends on one Redis stay apart. */
export const ownStreamOf = (decisions: string): string =>
  decisions === DECISION_STREAM ? OWN_STREAM : `${decisions}:emend`;
