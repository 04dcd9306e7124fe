import { defined } from "../defined.ts";
import { fromGithubComment, type GithubContext } from "../feedback/from-github-comment.ts";
import { keepAgentWork } from "../feedback/github-event.ts";
import type { Feedback, FeedbackAuthor } from "../feedback/feedback.ts";
import type { PastCorrection } from "./past-correction.ts";
import { authorshipOf, githubRemark, placeRemarks, remarkKey } from "./placed-remark.ts";
import { agentOfPull } from "./review-corrections.ts";
import type { ReviewedPull } from "./reviewed-pull.ts";
import { maskPrivate } from "../rule-text/secrets.ts";
import { feedbackOfCorrection } from "./to-feedback.ts";

export interface ReviewFeedbackContext extends Pick<
  GithubContext,
  "now" | "agents" | "peopleWork" | "signer" | "catalogue"
> {
  /** Whose words commits and reverts are, if they name nobody. */
  readonly author: FeedbackAuthor;
}

/**
 * Corrections from reviews as records. A remark becomes the same record as in an import of GitHub's comments, so that
 * doing both stores it once. Words about people's work are left out, unless `peopleWork` says otherwise.
 */
export function feedbackOfReviews(
  corrections: readonly PastCorrection[],
  pulls: readonly ReviewedPull[],
  context: ReviewFeedbackContext,
): readonly Feedback[] {
  const wanted = new Map(corrections.map((correction) => [correction.id, correction]));
  const isByAuthor = authorshipOf(pulls);
  const records: Feedback[] = [];
  for (const pull of pulls) {
    const agent = agentOfPull(pull, context.agents);
    for (const placed of placeRemarks(pull)) {
      if (!wanted.delete(remarkKey(placed))) continue;
      const remark = { ...githubRemark(placed), body: maskPrivate(placed.remark.body) };
      const read = fromGithubComment(remark, {
        ...context,
        ...defined({ agent }),
        isByAuthor: () => isByAuthor(placed),
      });
      records.push(...keepAgentWork(read, context).feedback);
    }
  }
  const others = [...wanted.values()].map((correction) =>
    feedbackOfCorrection(correction, {
      now: context.now,
      author:
        correction.author === undefined
          ? context.author
          : { id: `github:${correction.author}`, trust: "person" },
    }),
  );
  const kept = keepAgentWork({ feedback: others, diagnostics: [] }, context).feedback;
  return [...records, ...kept];
}
