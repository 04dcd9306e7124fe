import { defined } from "../../core/defined.ts";
import type { SubmissionHeader } from "../../core/submission/submission.ts";
import type { SubmissionQuery, SubmissionStore } from "../../ports/submission-store.ts";
import { similarCorrections, type SimilarParts } from "./similar-corrections.ts";

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
