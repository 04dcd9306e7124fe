import type { Feedback } from "./feedback.ts";

/** Whether a record is about people's own work, and nobody asked to learn the repository's conventions from it. */
export const isPeoplesOwn = ({ work_of, convention }: Pick<Feedback, "work_of" | "convention">): boolean =>
  work_of === "people" && convention !== true;

/** Whether a record may speak for a rule that agents follow: not an outsider's, and not one about people's own work. */
export const isEvidence = (record: Pick<Feedback, "author" | "work_of" | "convention">): boolean =>
  record.author.trust !== "outsider" && !isPeoplesOwn(record);
