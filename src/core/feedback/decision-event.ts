import { z } from "zod";
import type { Outcome } from "./feedback.ts";
import { MAX_ID } from "./limits.ts";
import { utcMillis } from "../time/utc-millis.ts";

export const DECISIONS = ["APPROVED", "REJECTED", "APPROVED_WITH_CHANGES"] as const;

const name = z.string().trim().min(1).max(MAX_ID);
const absent = <T extends z.ZodType>(schema: T) => schema.nullish();

/**
 * A person's answer to a submission, as the decision stream carries it. What may be null may also be left
 * out; keys that nobody knows are kept.
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
