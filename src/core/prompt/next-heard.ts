import type { Feedback } from "../feedback/feedback.ts";
import { OUTCOMES } from "../feedback/feedback.ts";
import { SIGNAL_TYPES } from "../signal/signal.ts";

/** What was heard in a run after a prompt was refined. What an agent reports of its own work is a claim. */
export const NEXT_HEARD = [
  ...OUTCOMES,
  ...(["claimed_approved", "claimed_rejected", "claimed_approved_with_changes"] as const),
  ...SIGNAL_TYPES,
  "remark",
] as const;

export type NextHeard = (typeof NEXT_HEARD)[number];

/** A decision before a failure, a failure before mere words. */
export function heardIn({
  outcome,
  claimed_outcome: claimed,
  tags,
}: Pick<Feedback, "outcome" | "claimed_outcome" | "tags">): NextHeard {
  if (outcome !== null) return outcome;
  if (claimed !== undefined) return `claimed_${claimed}`;
  return SIGNAL_TYPES.find((type) => tags.includes(type)) ?? "remark";
}
