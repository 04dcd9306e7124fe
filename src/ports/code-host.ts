import type { Annotation, Conclusion } from "../core/github/plan-checks.ts";
import type { ReviewComment, PullRequest } from "../core/github/plan-review.ts";

/** A code host. Failures are thrown as an ExternalError whose code starts with `host_`. */
export interface CodeHost {
  /**
   * Posts a rejection on a pull request exactly once: our comment with the same mark is updated, or a new one is
   * written. Nothing is sent if nothing changed.
   */
  putRejection(rejection: RejectionToPut): Promise<PutRejection>;

  /** The bodies of our own reviews and review comments on a pull request, oldest first. */
  ownRemarks(pull: PullRequest): Promise<readonly string[]>;

  /** Posts everything as one comment that neither approves nor rejects; file comments follow one by one. */
  postReview(review: ReviewToPost): Promise<void>;

  /** Reports a finished check on a commit, with any number of annotations. */
  reportChecks(checks: ChecksToReport): Promise<void>;
}

export interface RejectionToPut {
  readonly pull: PullRequest;
  /** As `formatRejection` writes it. */
  readonly body: string;
  /** Distinguishes rejections of several sources. */
  readonly mark: string;
}

export interface PutRejection {
  readonly outcome: "created" | "updated" | "unchanged";
  /** Its web page. */
  readonly url?: string;
}

export interface ReviewToPost {
  readonly pull: PullRequest;
  readonly commit: string;
  readonly comments: readonly ReviewComment[];
  readonly summary: string;
}

export interface ChecksToReport {
  /** `owner/name`. */
  readonly repository: string;
  readonly commit: string;
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly conclusion: Conclusion;
  readonly annotations: readonly Annotation[];
}
