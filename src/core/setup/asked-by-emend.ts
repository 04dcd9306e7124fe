/** Set for a command that Emend itself asks. Hooks inside it hear nothing, else Emend would learn from its own question. */
export const ASKED_BY_EMEND = "EMEND_ASKS";
