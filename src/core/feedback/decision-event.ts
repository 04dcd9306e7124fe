import { MAX_ID } from "../text/limits.ts";
import { z } from "zod";
import { type Outcome, type Feedback } from "./feedback.ts";
import { utcMillis } from "../time/time.ts";
import { fail, ok, type Result } from "../result.ts";
import { readOriginal } from "./build-feedback.ts";

export const DECISIONS = ["APPROVED", "REJECTED", "APPROVED_WITH_CHANGES"] as const;

const name = z.string().trim().min(1).max(MAX_ID);
const absent = <T extends z.ZodType>(schema: T) => schema.nullish();

/**
 * A person's decision on a submission, as the decision stream carries it. Nullable fields may also be left out, and
 * unknown keys are kept.
 */
export const decisionEventSchema = z.looseObject({
  decision_id: name,
  gate_id: name,
  epic_id: name,
  task_id: absent(z.string()),
  decision: z.enum(DECISIONS),
  reviewer_id: name,
  timestamp: z
    .string()
    .refine((text) => utcMillis(text) !== undefined, "expected an RFC 3339 date-time")
    .meta({ description: "An RFC 3339 date-time; one without a zone is UTC." }),
  review_duration_seconds: z.number().min(0),
  agent_output_sha: z.string(),
  approved_output_sha: absent(z.string()),
  correction_diff_path: absent(z.string()),
  reviewer_comment: absent(z.string()),
  tags: absent(z.array(z.string())),
});

export type DecisionEvent = z.infer<typeof decisionEventSchema>;

export const DECISION_OF_OUTCOME = {
  approved: "APPROVED",
  rejected: "REJECTED",
  approved_with_changes: "APPROVED_WITH_CHANGES",
} as const satisfies Record<Outcome, DecisionEvent["decision"]>;

export const OUTCOME_OF_DECISION = {
  APPROVED: "approved",
  REJECTED: "rejected",
  APPROVED_WITH_CHANGES: "approved_with_changes",
} as const satisfies Record<DecisionEvent["decision"], Outcome>;

export interface DecisionEventProblem {
  readonly code: "not_a_decision" | "original_truncated" | "original_unreadable";
  readonly message: string;
}

/**
 * The event that a record was made from, equal to what came in. For an erased record, it has neither the person nor
 * their words. An event that was too large to store whole is an error rather than a reconstruction.
 */
export function toDecisionEvent(feedback: Feedback): Result<DecisionEvent, DecisionEventProblem> {
  if (feedback.source.kind !== "decision") {
    const message = `${feedback.id} comes from a ${feedback.source.kind}; only decisions have an event`;
    return fail({ code: "not_a_decision", message });
  }
  if (feedback.original.state === "erased") return decisionEventFromFields(feedback);
  if (feedback.original.state === "truncated") {
    const message = `the event of ${feedback.id} was too large to store completely; get it from its source`;
    return fail({ code: "original_truncated", message });
  }
  const original = readOriginal(feedback.original);
  if (!isDecisionEvent(original)) {
    const message = `the event stored in ${feedback.id} is damaged; get it from its source`;
    return fail({ code: "original_unreadable", message });
  }
  return ok(original);
}

/** The event rebuilt from the record's fields: time in UTC, texts cut to size, no further keys. */
export function decisionEventFromFields(feedback: Feedback): Result<DecisionEvent, DecisionEventProblem> {
  const { source, outcome, gate, epic, task, output, correction } = feedback;
  if (source.kind !== "decision" || source.ref === undefined || outcome === null) {
    const message = `${feedback.id} has no id or no outcome, so it is not a decision`;
    return fail({ code: "not_a_decision", message });
  }
  return ok({
    decision_id: source.ref,
    gate_id: gate ?? "",
    epic_id: epic ?? "",
    task_id: task ?? null,
    decision: DECISION_OF_OUTCOME[outcome],
    reviewer_id: feedback.author.id,
    timestamp: feedback.time,
    review_duration_seconds: feedback.duration_seconds ?? 0,
    agent_output_sha: output?.agent_sha ?? "",
    approved_output_sha: output?.approved_sha ?? null,
    correction_diff_path: correction?.diff_path ?? null,
    reviewer_comment: feedback.comment ?? null,
    tags: [...feedback.tags],
  });
}

/** Validates without copying, because zod's copy would lose a key named `__proto__`. */
const isDecisionEvent = (value: unknown): value is DecisionEvent =>
  decisionEventSchema.safeParse(value).success;
