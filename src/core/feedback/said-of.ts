import type { Feedback } from "./feedback.ts";

/** What somebody said to do, as near to that as their words come. */
export const adviceOf = ({ fix, comment, wrong }: Feedback): string | undefined => fix ?? comment ?? wrong;

/** What somebody said was wrong, as near to that as the record comes. */
export const faultOf = ({ wrong, comment, correction, fix, similarity_text }: Feedback): string =>
  wrong ?? comment ?? correction?.summary ?? fix ?? similarity_text;
