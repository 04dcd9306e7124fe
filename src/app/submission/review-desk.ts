import { type Submission, submissionHeader } from "../../core/submission/submission.ts";
import type { SubmissionStore } from "../../ports/submission-store.ts";
import type { SimilarRecord } from "../feedback/find-similar.ts";
import { similarCorrections, type SimilarParts } from "./similar-corrections.ts";

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
