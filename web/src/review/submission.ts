import type { Answer } from "../api/api.ts";

export type Submission = Answer<"getSubmission">;
export type Outcome = NonNullable<Submission["decision"]>["decision"];

/** What somebody did, as a sentence says it. */
export const DID: Readonly<Record<Outcome, string>> = {
  approved: "approved",
  rejected: "rejected",
  approved_with_changes: "approved with changes",
};
