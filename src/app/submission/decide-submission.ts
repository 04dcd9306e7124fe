import type { RuleActor } from "../../core/feedback/feedback.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import {
  applySubmissionAnswer,
  type DecisionEnvironment,
  repeatsDecision,
  applyWithdrawal as withdraw,
  type WithdrawCommand,
} from "../../core/submission/decide-submission.ts";
import type { Submission } from "../../core/submission/submission.ts";
import type { DecisionInput, SubmissionProblem } from "../../core/submission/submission-input.ts";
import type { SubmissionStore } from "../../ports/submission-store.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";

export interface DecideSubmissionParts extends Omit<DecisionEnvironment, "now"> {
  readonly submissions: Pick<SubmissionStore, "find" | "decide">;
  readonly now: () => string;
}

/**
 * Applies a person's decision. Of two concurrent decisions the first wins, and the other one fails. Repeating a
 * decision, as after a lost response, returns the same result.
 */
export const decideSubmission =
  ({ submissions, now, ...environment }: DecideSubmissionParts) =>
  (id: string, input: DecisionInput, by: RuleActor): Promise<Result<Submission, SubmissionProblem>> => {
    const answer = { ...input, by };
    return retryOnConflict(SUBMISSION_BUSY, async () => {
      const state = await submissions.find(id);
      if (state === undefined) return fail(SUBMISSION_NOT_FOUND);
      if (repeatsDecision(state, answer, environment)) return ok(state);
      const change = applySubmissionAnswer(state, answer, { ...environment, now: now() });
      if (!change.ok) return change;
      if (!(await submissions.decide(change.value))) return undefined;
      return ok((await submissions.find(id)) ?? change.value.state);
    });
  };

const SUBMISSION_NOT_FOUND: SubmissionProblem = {
  code: "submission_not_found",
  message: "there is no such submission; list the waiting ones to see their ids",
};

const SUBMISSION_BUSY: SubmissionProblem = {
  code: "submission_busy",
  message: "somebody else keeps changing this submission; read it again, then retry",
};

/** Withdraws waiting work; of a concurrent decision and withdrawal the first wins. */
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
