import type { Feedback } from "../../core/feedback/feedback.ts";
import { judgedText, type Judgement } from "../../core/judge/judgement.ts";
import type { Embedder, VectorIndex } from "../../ports/vector-index.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { Judge } from "../../ports/evaluator.ts";

/** From this score on two records are shown as similar unless another one is asked for. */
const SIMILAR_AT = 0.8;

export interface SimilarQuery {
  readonly text: string;
  /** Taken as the nearest of 1 to 100. */
  readonly limit: number;
  /** The least score, from 0 to 1. */
  readonly threshold?: number;
}

export interface SimilarRecord {
  readonly feedback: Feedback;
  readonly cosine: number;
  readonly judgement: Judgement;
}

/** How many neighbours are judged for each that is wanted: the judge may order them otherwise than meaning alone. */
const SPARE = 5;

/** Recorded feedback that says the same as a text, the surest first. */
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
  async ({ text, limit, threshold = SIMILAR_AT }: SimilarQuery): Promise<readonly SimilarRecord[]> => {
    const wanted = Math.min(100, Math.max(1, Math.trunc(limit) || 1));
    const [vector] = await embedder.embed([text]);
    if (vector === undefined) return [];
    const near = await vectors.nearest({ vector, limit: wanted * SPARE });
    const cosines = new Map(near.map(({ id, cosine }) => [id, cosine]));
    const ids = [...cosines.keys()];
    const [records, known] = [await feedback.findAll(ids), await vectors.get(ids)];
    const there = records.filter(({ id }) => known.has(id));
    const judgements = await judge.judge(
      { text, vector },
      there.map((record) => judgedText(record, known.get(record.id)!)),
    );
    return there
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
