import { agentOfPull, correctionsFromReviews } from "../../core/correction/review-corrections.ts";
import { placeRemarks } from "../../core/correction/placed-remark.ts";
import { feedbackOfReviews, type ReviewFeedbackContext } from "../../core/correction/review-feedback.ts";
import type { PastCorrection } from "../../core/correction/past-correction.ts";
import type { ReviewedPull } from "../../core/correction/reviewed-pull.ts";
import type { AgentsByLogin } from "../../core/feedback/github-agent.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { defined } from "../../core/defined.ts";
import type { ReviewHistory, ReviewWalkProgress } from "../../ports/review-history.ts";

export interface ReadReviewsInput {
  /** `owner/name`. */
  readonly repository: string;
  /** Agents by login, label, branch or co-author's address, as configured. */
  readonly agents?: AgentsByLogin;
  readonly onProgress?: (progress: ReviewWalkProgress) => void;
}

export interface ReadReviews extends ReviewCorrections {
  readonly isComplete: boolean;
  /** Why the walk stopped early, and what to do. */
  readonly stopped?: string;
  /** How many pull requests were taken from the cache. */
  readonly fromCache: number;
}

/** The corrections in past reviews, and how many remarks they were chosen from. */
export interface ReviewCorrections {
  readonly corrections: readonly PastCorrection[];
  readonly pulls: number;
  readonly pullsByAgents: number;
  readonly remarks: number;
  /** The corrections as records, to be stored. A remark is the same record as in an import of GitHub's comments. */
  readonly feedback: (context: Omit<ReviewFeedbackContext, "agents">) => readonly Feedback[];
}

/** Reads a repository's past reviews on its code host and finds the corrections in them. Stores nothing but the cache. */
export const readReviews =
  ({ reviews }: { readonly reviews: ReviewHistory }) =>
  async ({ repository, agents, onProgress }: ReadReviewsInput): Promise<ReadReviews> => {
    const { pulls, ...walk } = await reviews.walk({ repository, ...defined({ onProgress }) });
    return { ...findReviewCorrections(pulls, { project: repository, ...defined({ agents }) }), ...walk };
  };

/** The same for pull requests that are at hand, such as those of `reviewsFromFile`. */
export function findReviewCorrections(
  pulls: readonly ReviewedPull[],
  context: { readonly project: string; readonly agents?: AgentsByLogin },
): ReviewCorrections {
  const corrections = correctionsFromReviews(pulls, context);
  return {
    corrections,
    pulls: pulls.length,
    pullsByAgents: pulls.filter((pull) => agentOfPull(pull, context.agents) !== undefined).length,
    remarks: pulls.reduce((sum, pull) => sum + placeRemarks(pull).length, 0),
    feedback: (more) =>
      feedbackOfReviews(corrections, pulls, { ...more, ...defined({ agents: context.agents }) }),
  };
}
