import {
  type SubmissionHeader,
  type Submission,
  submissionHeader,
} from "../../core/submission/submission.ts";
import { findSimilar, type SimilarRecord } from "../feedback/find-similar.ts";
import type { SubmissionStore, SubmissionQuery } from "../../ports/submission-store.ts";
import { defined } from "../../core/defined.ts";

/** So many of the past are looked at for one submission. */
const MAX_SIMILAR = 20;

/**
 * Lower than between two corrections: a work is no complaint, so even one that repeats a mistake to the letter seldom
 * reads as the same text.
 */
const AKIN_AT = 0.4;

/** What texts are compared with, or none of it where there is no model. */
type SimilarParts = Parameters<typeof findSimilar>[0] | { readonly embedder?: undefined };

/**
 * Earlier rejections and approvals with changes that read like they were about a submission, the surest first; null
 * where none can be looked for. What its own decision became is no past of it.
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
    const found = await findSimilar(parts)({ text, limit: MAX_SIMILAR, threshold: AKIN_AT });
    return found.filter(
      ({ feedback: { outcome, source } }) =>
        (outcome === "rejected" || outcome === "approved_with_changes") && source.ref !== id,
    );
  };

export interface ReviewDesk {
  readonly submission: Submission;
  /** Earlier corrections that read like they were about this work, the surest first; null where none can be looked for. */
  readonly similar: readonly SimilarRecord[] | null;
}

/** One submission with what was decided before about work like it. */
export const reviewDesk =
  (parts: SimilarParts & { readonly submissions: Pick<SubmissionStore, "find"> }) =>
  async (id: string): Promise<ReviewDesk | undefined> => {
    const submission = await parts.submissions.find(id);
    if (submission === undefined) return undefined;
    return { submission, similar: await similarCorrections(parts)(submissionHeader(submission)) };
  };

/** The past is looked up for so many of a page; of the others when they are opened. */
const MAX_LOOKED_UP = 50;

interface ReviewQueueItem {
  readonly submission: SubmissionHeader;
  /** How many earlier rejections read like they were about it, at most 20; null where they were not looked for. */
  readonly similar_rejected: number | null;
}

export interface ReviewQueue {
  readonly items: readonly ReviewQueueItem[];
  readonly next?: string;
}

/** A page of submissions, each that waits with the number of earlier rejections like it. */
export const reviewQueue =
  (parts: SimilarParts & { readonly submissions: Pick<SubmissionStore, "list"> }) =>
  async (query: SubmissionQuery): Promise<ReviewQueue> => {
    const page = await parts.submissions.list(query);
    const items: ReviewQueueItem[] = [];
    let lookedUp = 0;
    for (const submission of page.items) {
      const isWanted = submission.status === "waiting" && lookedUp < MAX_LOOKED_UP;
      if (isWanted) lookedUp += 1;
      const past = isWanted ? await similarCorrections(parts)(submission) : null;
      const rejected = past?.filter(({ feedback }) => feedback.outcome === "rejected").length ?? null;
      items.push({ submission, similar_rejected: rejected });
    }
    return { items, ...defined({ next: page.next }) };
  };
