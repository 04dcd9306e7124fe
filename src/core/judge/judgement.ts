import { defined } from "../defined.ts";
import type { Feedback } from "../feedback/feedback.ts";
import type { CatalogueProfile } from "./catalogue-profile.ts";
import { readWishes } from "../english/read-wishes.ts";
import type { RemarkReading } from "../english/wish.ts";

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

/** Below this no judge has ever said `same`, so none is asked. */
export const LEAST_COSINE = 0.3;

/** All of a record that a judge goes by, so that the same two records are judged alike whoever asks. */
export const judgedText = (record: Feedback, vector: Float32Array): JudgedText => ({
  text: record.similarity_text,
  vector,
  tags: record.tags,
  ...defined({ category: record.category }),
  ...(record.target?.path === undefined ? {} : { path: record.target.path }),
  ...(record.correction?.diff === undefined ? {} : { diff: record.correction.diff }),
});

/** The cosine of two vectors of length 1. Four sums at once, since each addition waits for the one before it. */
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

/** What a text says by itself; each sign is read when it is first asked for, and once. */
export interface TextSigns {
  /** Its words without case and signs. */
  readonly words: string;
  /** What it wants, by its words. */
  readonly reading: () => RemarkReading;
  /** Its place in the catalogue, where there is one for its vectors. */
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
