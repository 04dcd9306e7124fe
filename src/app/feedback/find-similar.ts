import type { Feedback } from "../../core/feedback/feedback.ts";
import { judgedText, type Judgement } from "../../core/judge/judgement.ts";
import type { Embedder, VectorIndex } from "../../ports/vector-index.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { Judge } from "../../ports/evaluator.ts";

/** The default minimum score. */
const DEFAULT_THRESHOLD = 0.8;

export interface SimilarQuery {
  readonly text: string;
  /** Clamped to 1 to 100. */
  readonly limit: number;
  /** The minimum score, from 0 to 1. */
  readonly threshold?: number;
}

export interface SimilarRecord {
  readonly feedback: Feedback;
  readonly cosine: number;
  readonly judgement: Judgement;
}

/** How many neighbours are judged per result, because the judge may order them differently. */
const OVERSAMPLING = 5;

/** Recorded feedback that says the same as a text, most certain first. */
export const findSimilar =
  ({
    feedback,
    vectors,
    embedder,
    judge,
  }: {
    readonly feedback: FeedbackStore;
    readonly vectors: VectorIndex;
    readonly embedder: Embedder;
    readonly judge: Judge;
  }) =>
  async ({ text, limit, threshold = DEFAULT_THRESHOLD }: SimilarQuery): Promise<readonly SimilarRecord[]> => {
    const wanted = Math.min(100, Math.max(1, Math.trunc(limit) || 1));
    const [vector] = await embedder.embed([text]);
    if (vector === undefined) return [];
    const near = await vectors.nearest({ vector, limit: wanted * OVERSAMPLING });
    const cosines = new Map(near.map(({ id, cosine }) => [id, cosine]));
    const ids = [...cosines.keys()];
    const [records, known] = [await feedback.findAll(ids), await vectors.get(ids)];
    const present = records.filter(({ id }) => known.has(id));
    const judgements = await judge.judge(
      { text, vector },
      present.map((record) => judgedText(record, known.get(record.id)!)),
    );
    return present
      .map((record, at) => ({
        feedback: record,
        cosine: cosines.get(record.id)!,
        judgement: judgements[at]!,
      }))
      .filter(({ judgement }) => judgement.score >= threshold)
      .toSorted(
        (a, b) =>
          b.judgement.score - a.judgement.score ||
          b.cosine - a.cosine ||
          (a.feedback.id < b.feedback.id ? -1 : 1),
      )
      .slice(0, wanted);
  };
