import {
  type SubmissionHeader,
  type Submission,
  submissionHeader,
} from "../../core/submission/submission.ts";
import { findSimilar, type SimilarRecord } from "../feedback/find-similar.ts";
import type { SubmissionStore, SubmissionQuery } from "../../ports/submission-store.ts";
import { defined } from "../../core/defined.ts";

/** The most earlier records per submission. */
const MAX_SIMILAR = 20;

/**
 * Lower than between two corrections: work is not a complaint, so even an exact repetition of a mistake seldom
 * reads the same.
 */
const SIMILAR_THRESHOLD = 0.4;

/** What texts are compared with; absent without a model. */
type SimilarParts = Parameters<typeof findSimilar>[0] | { readonly embedder?: undefined };

/**
 * Earlier rejections and approvals with changes that seem to be about a submission, most certain first; null
 * without a model. Its own decision is left out.
 */
const similarCorrections =
  (parts: SimilarParts) =>
  async ({
    id,
    title,
    excerpt,
  }: Pick<SubmissionHeader, "id" | "title" | "excerpt">): Promise<readonly SimilarRecord[] | null> => {
    if (parts.embedder === undefined) return null;
    const text = `${title}\n${excerpt}`;
    const found = await findSimilar(parts)({ text, limit: MAX_SIMILAR, threshold: SIMILAR_THRESHOLD });
    return found.filter(
      ({ feedback: { outcome, source } }) =>
        (outcome === "rejected" || outcome === "approved_with_changes") && source.ref !== id,
    );
  };

export interface ReviewDesk {
  readonly submission: Submission;
  /** Earlier corrections of similar work, most certain first; null without a model. */
  readonly similar: readonly SimilarRecord[] | null;
}

/** A submission with earlier decisions on similar work. */
export const reviewDesk =
  (parts: SimilarParts & { readonly submissions: Pick<SubmissionStore, "find"> }) =>
  async (id: string): Promise<ReviewDesk | undefined> => {
    const submission = await parts.submissions.find(id);
    if (submission === undefined) return undefined;
    return { submission, similar: await similarCorrections(parts)(submissionHeader(submission)) };
  };

/** The most submissions of a page for which similar work is searched. */
const MAX_SEARCHED = 50;

interface ReviewQueueItem {
  readonly submission: SubmissionHeader;
  /** The number of earlier rejections of similar work, at most 20; null if they were not searched. */
  readonly similar_rejected: number | null;
}

export interface ReviewQueue {
  readonly items: readonly ReviewQueueItem[];
  readonly next?: string;
}

/** A page of submissions; waiting ones with the number of similar rejections. */
export const reviewQueue =
  (parts: SimilarParts & { readonly submissions: Pick<SubmissionStore, "list"> }) =>
  async (query: SubmissionQuery): Promise<ReviewQueue> => {
    const page = await parts.submissions.list(query);
    const items: ReviewQueueItem[] = [];
    let searched = 0;
    for (const submission of page.items) {
      const isSearched = submission.status === "waiting" && searched < MAX_SEARCHED;
      if (isSearched) searched += 1;
      const past = isSearched ? await similarCorrections(parts)(submission) : null;
      const rejected = past?.filter(({ feedback }) => feedback.outcome === "rejected").length ?? null;
      items.push({ submission, similar_rejected: rejected });
    }
    return { items, ...defined({ next: page.next }) };
  };
