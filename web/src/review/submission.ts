import type { Answer } from "../api/api.ts";

export type Submission = Answer<"getSubmission">;
export type Outcome = NonNullable<Submission["decision"]>["decision"];

export const OUTCOME_MARKS = { approved: "stet", rejected: "dele", approved_with_changes: "caret" } as const;

export const DID: Readonly<Record<Outcome, string>> = {
  approved: "approved",
  rejected: "rejected",
  approved_with_changes: "approved with changes",
};
