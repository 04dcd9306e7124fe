import type { ParsedReview } from "../review/parse-review.ts";
import type { ObservedReview } from "./rollout-health.ts";

/** What a parsed answer is to the health of its version. */
export function observedReview({ status, review, diagnostics }: ParsedReview): ObservedReview {
  const dropped = diagnostics.filter(({ kind }) => kind === "finding_dropped").length;
  return { status, findingsSeen: (review?.findings.length ?? 0) + dropped, diagnostics };
}
