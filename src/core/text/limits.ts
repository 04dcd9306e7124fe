/** The longest id, in UTF-16 code units. */
export const MAX_ID = 256;

/** No file has more lines, so a larger number is not a line number. */
export const MAX_LINE = 2_147_483_647;

/** The longest text of a rule, in code points: short enough to read at a glance. */
export const MAX_RULE_TEXT = 240;

/** The longest reason a person may give, in UTF-16 code units. */
export const MAX_REASON = 2_000;
