import { fail, ok, type Result } from "../core/result.ts";
import type { Submission } from "../core/submission/submission.ts";
import type { SubmissionProblem } from "../core/submission/submission-problem.ts";
import {
  withdrawSubmission as withdraw,
  type WithdrawCommand,
} from "../core/submission/withdraw-submission.ts";
import type { SubmissionStore } from "../ports/submission-store.ts";
import { SUBMISSION_BUSY, SUBMISSION_NOT_FOUND } from "./decide-submission.ts";

const MAX_TRIES = 20;

/** Takes back work that waits; of a decision and this at once, whichever comes first holds. */
export const withdrawSubmission =
  ({
    submissions,
    now,
  }: {
    readonly submissions: Pick<SubmissionStore, "find" | "withdraw">;
    readonly now: () => string;
  }) =>
  async (id: string, command: WithdrawCommand): Promise<Result<Submission, SubmissionProblem>> => {
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const state = await submissions.find(id);
      if (state === undefined) return fail(SUBMISSION_NOT_FOUND);
      const change = withdraw(state, command, { now: now() });
      if (!change.ok) return change;
      if (await submissions.withdraw(change.value)) return ok(change.value.state);
    }
    return fail(SUBMISSION_BUSY);
  };
