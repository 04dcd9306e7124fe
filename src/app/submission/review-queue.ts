import type { SubmissionHeader, Submission } from "../../core/submission/submission.ts";
import { findSimilarWork, type SimilarWork, toWork } from "./similar-work.ts";
import type { SubmissionStore, SubmissionQuery } from "../../ports/submission-store.ts";
import { defined } from "../../core/defined.ts";

/** What texts are compared with; absent without a model. */
type SimilarParts = Parameters<typeof findSimilarWork>[0] | { readonly embedder?: undefined };

export interface ReviewDesk {
  readonly submission: Submission;
  /** Earlier corrections of similar work, the most relevant first; null without a model. */
  readonly similar: readonly SimilarWork[] | null;
}

/** A submission with earlier decisions on similar work. */
export const reviewDesk =
  (parts: SimilarParts & { readonly submissions: Pick<SubmissionStore, "find"> }) =>
  async (id: string): Promise<ReviewDesk | undefined> => {
    const submission = await parts.submissions.find(id);
    if (submission === undefined) return undefined;
    if (parts.embedder === undefined) return { submission, similar: null };
    return { submission, similar: await findSimilarWork(parts)(toWork(submission)) };
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
    const findSimilar = parts.embedder === undefined ? undefined : findSimilarWork(parts);
    const items: ReviewQueueItem[] = [];
    let searched = 0;
    for (const submission of page.items) {
      const isSearched = submission.status === "waiting" && searched < MAX_SEARCHED;
      if (isSearched) searched += 1;
      const past = isSearched ? await findSimilar?.(submission) : undefined;
      const rejected = past?.filter(({ feedback }) => feedback.outcome === "rejected").length ?? null;
      items.push({ submission, similar_rejected: rejected });
    }
    return { items, ...defined({ next: page.next }) };
  };
