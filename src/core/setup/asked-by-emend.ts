/**
 * Set in the environment of commands that Emend runs. Hooks inside them stay silent, or Emend would learn from its
 * own question.
 */
export const ASKED_BY_EMEND = "EMEND_ASKS";
