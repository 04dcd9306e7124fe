import { ERASED_PERSON } from "../feedback/erase-person.ts";
import type { Submission, SubmissionDecision } from "./submission.ts";

/**
 * The submission without one person: their name as who handed it in, decided or took it back, and what they wrote, in
 * the decision's comment and edited text. What was decided stays, and so does the agent's work. The same submission,
 * not a copy, where it does not name them.
 */
export function eraseFromSubmission(submission: Submission, personId: string): Submission {
  if (personId === ERASED_PERSON) return submission;
  const { submitted_by: by, decision, withdrawal, ...rest } = submission;
  const [handedIn, decided, tookBack] = [by.id, decision?.reviewer, withdrawal?.by].map(
    (id) => id === personId,
  );
  if (!handedIn && !decided && !tookBack) return submission;
  return {
    ...rest,
    revision: submission.revision + 1,
    submitted_by: handedIn ? { ...by, id: ERASED_PERSON } : by,
    ...(decision === undefined ? {} : { decision: decided ? withoutWords(decision) : decision }),
    ...(withdrawal === undefined
      ? {}
      : { withdrawal: tookBack ? { ...withdrawal, by: ERASED_PERSON, reason: "" } : withdrawal }),
  };
}

/** The hash goes with the text: it could confirm a guess at it. */
function withoutWords(decision: SubmissionDecision): SubmissionDecision {
  const { comment: _comment, edited_output: _text, edited_sha: _sha, diff: _diff, ...rest } = decision;
  return { ...rest, reviewer: ERASED_PERSON };
}
