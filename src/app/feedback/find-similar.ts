import type { Feedback } from "../../core/feedback/feedback.ts";
import { wordCoverage } from "../../core/feedback/word-coverage.ts";
import { judgedText, type Judgement } from "../../core/judge/judgement.ts";
import type { Embedder, VectorIndex } from "../../ports/vector-index.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { Judge } from "../../ports/evaluator.ts";

/** The default minimum score: above it, two texts count as the same. */
export const DEFAULT_THRESHOLD = 0.8;

export interface SimilarQuery {
  readonly text: string;
  /** Clamped to 1 to 100. */
  readonly limit: number;
  /** The minimum score, from 0 to 1. */
  readonly threshold?: number;
  /**
   * Whether the text is a search, such as "broken links", instead of a piece of feedback. Feedback that has its words then
   * comes first, and is found whatever its score.
   */
  readonly isSearch?: boolean;
}

export interface SimilarRecord {
  readonly feedback: Feedback;
  readonly cosine: number;
  readonly judgement: Judgement;
}

/** How many neighbours are judged per result, because the judge may order them differently. */
const OVERSAMPLING = 5;

/** Feedback that names so much of what a search names is found in any case. */
const NAMES_IT = 0.75;
/** Fitted to 43 searches: short texts are judged badly, because little decides about them. */
const RELEVANCE = { judged: 0.25, coverage: 0.7 } as const;

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
  async ({
    text,
    limit,
    threshold = DEFAULT_THRESHOLD,
    isSearch = false,
  }: SimilarQuery): Promise<readonly SimilarRecord[]> => {
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
    const coverage = isSearch
      ? wordCoverage(
          text,
          present.map(({ similarity_text }) => similarity_text),
        )
      : [];
    return present
      .map((record, at) => {
        const judgement = judgements[at]!;
        const cosine = cosines.get(record.id)!;
        const covered = coverage[at] ?? 0;
        const relevance = isSearch
          ? RELEVANCE.judged * judgement.score + cosine + RELEVANCE.coverage * covered
          : judgement.score;
        return { found: { feedback: record, cosine, judgement }, relevance, covered };
      })
      .filter(({ found: { judgement }, covered }) => judgement.score >= threshold || covered >= NAMES_IT)
      .toSorted(
        (a, b) =>
          b.relevance - a.relevance ||
          b.found.cosine - a.found.cosine ||
          (a.found.feedback.id < b.found.feedback.id ? -1 : 1),
      )
      .slice(0, wanted)
      .map(({ found }) => found);
  };
