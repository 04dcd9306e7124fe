/** Whether two texts are about the same mistake. */
export type Relation = "same" | "opposite" | "other";

/** One sign for or against, in plain words. */
export interface JudgementReason {
  readonly sign: "meaning" | "words" | "polarity" | "tags" | "place" | "correction" | "catalogue";
  readonly says: Relation;
  readonly text: string;
}

export interface Judgement {
  readonly relation: Relation;
  /** How surely the two are the same mistake, from 0 to 1: of ten with 0.8, eight are. */
  readonly score: number;
  readonly reasons: readonly JudgementReason[];
}

/** A text with what is known around it. */
export interface JudgedText {
  readonly text: string;
  /** Its meaning, of length 1. */
  readonly vector: Float32Array;
  readonly tags?: readonly string[];
  readonly category?: string;
  readonly path?: string;
  /** The correction, as a unified diff. */
  readonly diff?: string;
}
