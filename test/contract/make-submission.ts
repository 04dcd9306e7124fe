import type { RuleActor } from "../../src/core/feedback/feedback.ts";
import { DEFAULT_GATE_HOURS, readSubmission } from "../../src/core/submission/read-submission.ts";
import {
  type DecidedSubmission,
  applySubmissionAnswer,
  type SubmissionAnswer,
  type SubmissionChange,
  applyWithdrawal,
} from "../../src/core/submission/decide-submission.ts";
import type { Submission } from "../../src/core/submission/submission.ts";
import { sha256 } from "../../src/drivers/crypto/sha256.ts";
import { timeAt } from "./make-feedback.ts";

const BOT: RuleActor = { id: "rio-token", trust: "tool" };

/** Submission number `n`, handed in `n` minutes after the first; its work differs from every other number's. */
export function makeSubmission(
  n: number,
  input: Readonly<Record<string, unknown>> = {},
  by = BOT,
): Submission {
  const read = readSubmission(
    { agent: "rio", gate: "Before merge", title: `Work ${n}`, output: `first ${n}\nsecond\n`, ...input },
    { now: timeAt(n), nonce: `nonce-${n}`, hash: sha256, gateHours: DEFAULT_GATE_HOURS, by },
  );
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

export const answerOf = (by: string, answer: Partial<SubmissionAnswer> = {}): SubmissionAnswer => ({
  by: { id: by, trust: "person" },
  decision: "rejected",
  comment: "The total is wrong when the cart is empty.",
  tags: ["wrong_total"],
  duration_seconds: 42,
  ...answer,
});

/** What an answer makes of a submission; fails where the answer is refused. */
export function decided(state: Submission, answer: SubmissionAnswer, now = timeAt(600)): DecidedSubmission {
  const change = applySubmissionAnswer(state, answer, { now, hash: sha256 });
  if (!change.ok) throw new Error(change.error.message);
  return change.value;
}

export function withdrawn(state: Submission, now = timeAt(600)): SubmissionChange {
  const change = applyWithdrawal(state, { by: BOT, reason: "not finished" }, { now });
  if (!change.ok) throw new Error(change.error.message);
  return change.value;
}
