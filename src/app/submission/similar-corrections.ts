import type { SubmissionHeader } from "../../core/submission/submission.ts";
import { findSimilar, type SimilarRecord } from "../feedback/find-similar.ts";

/** So many of the past are looked at for one submission. */
const MAX_SIMILAR = 20;

/**
 * Lower than between two corrections: a work is no complaint, so even one that repeats a mistake to the letter seldom
 * reads as the same text.
 */
const AKIN_AT = 0.4;

/** What texts are compared with, or none of it where there is no model. */
export type SimilarParts = Parameters<typeof findSimilar>[0] | { readonly embedder?: undefined };

/**
 * Earlier rejections and approvals with changes that read like they were about a submission, the surest first; null
 * where none can be looked for. What its own decision became is no past of it.
 */
export const similarCorrections =
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
