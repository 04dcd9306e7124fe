/** In code points: what a person reads at a glance, and an agent follows. */
export const MAX_RULE_TEXT = 240;
/** In UTF-16 code units, as all below. */
export const MAX_REASON = 2_000;
export const MAX_NAME = 256;
export const MAX_GLOB = 256;
export const MAX_AGENTS = 64;
export const MAX_GLOBS = 32;
/** What a proposal brings beyond this many is left out: it adds nothing to the case. */
export const MAX_EVIDENCE = 1_000;
export const MAX_VERSIONS = 200;
/** No quorum is larger. */
export const MAX_APPROVALS = 20;
/** Texts that a proposal without words offers as a start. */
export const MAX_SUGGESTIONS = 2;
export const MAX_DEFERRALS = 50;
/** Rules withheld from one run beyond this many are counted and not named. */
export const MAX_WITHHELD = 500;
