import type { Feedback } from "./feedback.ts";

/** Whether a record is about people's own work, and nobody asked to learn the repository's conventions from it. */
export const isPeoplesOwn = ({ work_of, convention }: Pick<Feedback, "work_of" | "convention">): boolean =>
  work_of === "people" && convention !== true;

/**
 * Whether a record may speak for a rule that agents follow: not an outsider's, not one about people's own work, and not
 * what the author of the work says about it.
 */
export const isEvidence = (
  record: Pick<Feedback, "author" | "work_of" | "convention" | "by_author">,
): boolean => record.author.trust !== "outsider" && !isPeoplesOwn(record) && record.by_author !== true;
