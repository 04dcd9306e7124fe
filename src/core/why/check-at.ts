/** What changes the state of a check. */
export const CHECK_ACTIONS = ["check.drafted", "check.approved", "check.moved", "check.retired"] as const;
