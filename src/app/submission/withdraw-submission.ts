import { fail, ok, type Result } from "../../core/result.ts";
import type { Submission } from "../../core/submission/submission.ts";
import type { SubmissionProblem } from "../../core/submission/submission-input.ts";
import {
  applyWithdrawal as withdraw,
  type WithdrawCommand,
} from "../../core/submission/decide-submission.ts";
import type { SubmissionStore } from "../../ports/submission-store.ts";
import { SUBMISSION_BUSY, SUBMISSION_NOT_FOUND } from "./decide-submission.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";

/** Takes back work that waits; of a decision and this at once, whichever comes first holds. */
export const withdrawSubmission =
  ({
    submissions,
    now,
  }: {
    readonly submissions: Pick<SubmissionStore, "find" | "withdraw">;
    readonly now: () => string;
  }) =>
  (id: string, command: WithdrawCommand): Promise<Result<Submission, SubmissionProblem>> =>
    retryOnConflict(SUBMISSION_BUSY, async () => {
      const state = await submissions.find(id);
      if (state === undefined) return fail(SUBMISSION_NOT_FOUND);
      const change = withdraw(state, command, { now: now() });
      if (!change.ok) return change;
      return (await submissions.withdraw(change.value)) ? ok(change.value.state) : undefined;
    });
