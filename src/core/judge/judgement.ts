import { defined } from "../defined.ts";
import type { Feedback } from "../feedback/feedback.ts";
import type { CatalogueProfile } from "./catalogue-profile.ts";
import { readWishes } from "../english/read-wishes.ts";
import type { RemarkReading } from "../english/wish.ts";

/** Whether two texts are about the same mistake. */
export type Relation = "same" | "opposite" | "other";

/** A reason for or against, for people. */
export interface JudgementReason {
  readonly sign: "meaning" | "words" | "polarity" | "tags" | "place" | "correction" | "catalogue";
  readonly says: Relation;
  readonly text: string;
}

export interface Judgement {
  readonly relation: Relation;
  /** The calibrated probability that both are the same mistake. */
  readonly score: number;
  readonly reasons: readonly JudgementReason[];
}

/** A text with its context. */
export interface JudgedText {
  readonly text: string;
  /** Its unit vector. */
  readonly vector: Float32Array;
  readonly tags?: readonly string[];
  readonly category?: string;
  readonly path?: string;
  /** The correction, as a unified diff. */
  readonly diff?: string;
}

/** No judge says `same` below this, so none is asked. */
export const MIN_COSINE = 0.3;

/** The parts of a record that are judged, so that every caller gets the same result. */
export const judgedText = (record: Feedback, vector: Float32Array): JudgedText => ({
  text: record.similarity_text,
  vector,
  tags: record.tags,
  ...defined({ category: record.category }),
  ...(record.target?.path === undefined ? {} : { path: record.target.path }),
  ...(record.correction?.diff === undefined ? {} : { diff: record.correction.diff }),
});

/** The cosine of two unit vectors, with four sums, because each addition waits for the previous one. */
export function cosine(a: Float32Array, b: Float32Array): number {
  const { length } = a;
  if (b.length !== length) return 0;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let at = 0;
  for (; at + 3 < length; at += 4) {
    s0 += a[at]! * b[at]!;
    s1 += a[at + 1]! * b[at + 1]!;
    s2 += a[at + 2]! * b[at + 2]!;
    s3 += a[at + 3]! * b[at + 3]!;
  }
  for (; at < length; at += 1) s0 += a[at]! * b[at]!;
  return s0 + s1 + s2 + s3;
}

const MAX_TEXT = 4_000;

/** The words of a text without case and punctuation. */
const plainWords = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Whether all of these texts use the same words, in the same order. */
export function sameWords(texts: readonly string[]): boolean {
  const words = new Set(texts.map(plainWords));
  return words.size === 1 && !words.has("");
}

/** The signs of a single text, read lazily and once. */
export interface TextSigns {
  /** Its words without case and punctuation. */
  readonly words: string;
  /** What it asks for. */
  readonly reading: () => RemarkReading;
  /** Its catalogue profile, if there is one for its vectors. */
  readonly profile?: CatalogueProfile;
}

export function readSigns(text: string, profile?: CatalogueProfile): TextSigns {
  return {
    words: plainWords(text),
    reading: once(() => readWishes(text)),
    ...defined({ profile }),
  };
}

function once<Value extends object>(read: () => Value): () => Value {
  let known: Value | undefined;
  return () => (known ??= read());
}
