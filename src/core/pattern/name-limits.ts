/**
 * How many names roll-ups count apart, so that nobody makes a report grow without bound by inventing names. Names beyond are
 * counted together under `other`. A company of 5,000 agents stays far below all of them.
 */
export const OTHER_NAME = "other";

/** Tags of one agent in one UTC day, if tools, bots and outsiders name them. */
export const MOST_TAGS_A_DAY = 200;
/** The same if people do: what a program invents must not crowd out what people say. */
export const MOST_TAGS_OF_PEOPLE_A_DAY = 400;
/** Agents in one UTC day. */
export const MOST_AGENTS_A_DAY = 20_000;
/** Tags of one agent that a report tells apart, whatever its window. */
export const MOST_TAGS_A_REPORT = 1_000;
