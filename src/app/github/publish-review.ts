import { readFindingMarks } from "../../core/github/render-finding.ts";
import { planChecks } from "../../core/github/plan-checks.ts";
import { planReview, type ReviewedChange, type PullRequest } from "../../core/github/plan-review.ts";
import type { ParsedReview } from "../../core/review/parse-review.ts";
import type { Severity } from "../../core/review/review-fields.ts";
import type { CodeHost } from "../../ports/code-host.ts";

export interface ReviewToPublish {
  readonly pull: PullRequest;
  readonly commit: string;
  readonly parsed: Pick<ParsedReview, "status" | "review" | "diagnostics">;
  readonly change: ReviewedChange;
  /** Without it, no comments or no check. */
  readonly comments?: boolean;
  readonly checks?: { readonly name: string; readonly failOn: Severity };
}

export interface PublishedReview {
  readonly comments: number;
  /** Findings that were already posted. */
  readonly skipped: number;
  readonly annotations: number;
}

/** Publishes a checked review on its pull request once: findings that our comments already contain are skipped. */
export const publishReview =
  ({ host }: { readonly host: CodeHost }) =>
  async ({ pull, commit, parsed, change, comments, checks }: ReviewToPublish): Promise<PublishedReview> => {
    let posted = { comments: 0, skipped: 0 };
    if (comments === true && parsed.review !== undefined && parsed.review.findings.length > 0) {
      const plan = planReview(parsed.review, change, readFindingMarks(await host.ownRemarks(pull)));
      if (plan.summary !== undefined) {
        await host.postReview({ pull, commit, comments: plan.comments, summary: plan.summary });
      }
      posted = { comments: plan.comments.length, skipped: plan.skipped.length };
    }
    if (checks === undefined) return { ...posted, annotations: 0 };
    const plan = planChecks(parsed, checks.failOn);
    await host.reportChecks({ repository: pull.repository, commit, name: checks.name, ...plan });
    return { ...posted, annotations: plan.annotations.length };
  };
