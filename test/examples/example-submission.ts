import type { RuleActor } from "../../src/core/feedback/feedback.ts";
import {
  DEFAULT_GATE_HOURS,
  readSubmission,
  type SubmissionContext,
} from "../../src/core/submission/read-submission.ts";
import { submissionInputSchema } from "../../src/core/submission/submission-input.ts";
import type { DecisionEnvironment, SubmissionAnswer } from "../../src/core/submission/decide-submission.ts";
import type { Submission } from "../../src/core/submission/submission.ts";

export const EXAMPLE_INPUT = {
  agent: "rio",
  gate: "Before merge",
  title: "Retry charges on a timeout",
  output: "first\nsecond\n",
} as const;

/** Sixty-four hex digits that differ for texts of different lengths; good enough to be told apart. */
const hash = (text: string): string => text.length.toString(16).padStart(64, "0");

export const EXAMPLE_CONTEXT: SubmissionContext = {
  now: "2026-03-01T09:00:00.000Z",
  nonce: "one",
  hash,
  gateHours: DEFAULT_GATE_HOURS,
  by: { id: "rio-token", trust: "tool" },
};

export const EXAMPLE_SURROUNDINGS: DecisionEnvironment = {
  now: "2026-03-01T10:00:00.000Z",
  hash,
};

/** A submission that waits; the input must be accepted. */
export function exampleSubmission(
  input: Readonly<Record<string, unknown>> = {},
  context: Partial<SubmissionContext> = {},
): Submission {
  const read = readSubmission(submissionInputSchema.parse({ ...EXAMPLE_INPUT, ...input }), {
    ...EXAMPLE_CONTEXT,
    ...context,
  });
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

const ANA: RuleActor = { id: "ana", trust: "person" };

export const exampleAnswer = (answer: Partial<SubmissionAnswer> = {}): SubmissionAnswer => ({
  by: ANA,
  decision: "rejected",
  comment: "The total is wrong when the cart is empty.",
  duration_seconds: 42,
  ...answer,
});
