import type { Feedback } from "./feedback.ts";

/** Whether a record may speak for a rule that agents follow: not an outsider's, and not one about people's own work. */
export const isEvidence = ({ author, work_of }: Pick<Feedback, "author" | "work_of">): boolean =>
  author.trust !== "outsider" && work_of !== "people";
