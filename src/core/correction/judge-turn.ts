import { hash32 } from "../hash.ts";
import MODEL from "./turn-model.json" with { type: "json" };
import { type PlacedTurn, turnPhrases, turnSigns } from "./turn-signs.ts";

/** A logistic regression over signs, the meaning of the turn and its phrases. */
export interface TurnModel {
  readonly bias: number;
  /** By name of the sign: its mean, its scale and its weight. */
  readonly signs: Readonly<Record<string, readonly number[]>>;
  /** One weight per dimension of the local embedder's vectors. */
  readonly meaning: readonly number[];
  /** One weight per bucket that phrases are hashed into. */
  readonly phrases: readonly number[];
  /** A turn with at least this chance counts as a correction. Chosen on projects that were left out of the fit. */
  readonly threshold: number;
  /** So does one with at least this chance that says the same as a correction. */
  readonly supported: number;
}

const MAX_DEVIATION = 4;

export const TURN_MODEL: TurnModel = MODEL;

/** What the local embedder is given of a turn. */
export const turnText = ({ turn }: PlacedTurn): string => turn.text.trim().slice(0, 1_500) || "(refused)";

/** The chance that a turn corrects the agent. `vector` is that of `turnText` by the local embedder. */
export function correctionChance(
  placed: PlacedTurn,
  vector: Float32Array,
  model: TurnModel = TURN_MODEL,
): number {
  let sum = model.bias;
  const signs = turnSigns(placed);
  for (const [name, [mean = 0, scale = 1, weight = 0]] of Object.entries(model.signs)) {
    sum += weight * standardised(signs.get(name) ?? 0, mean, scale);
  }
  for (const [at, weight] of model.meaning.entries()) sum += weight * (vector[at] ?? 0);
  for (const [bucket, value] of phraseBuckets(placed.turn.text, model.phrases.length)) {
    sum += value * model.phrases[bucket]!;
  }
  return 1 / (1 + Math.exp(-sum));
}

export const standardised = (value: number, mean: number, scale: number): number =>
  Math.max(-MAX_DEVIATION, Math.min(MAX_DEVIATION, (value - mean) / scale));

/** The buckets of a turn's phrases with their common value: many phrases count less each. */
export function phraseBuckets(text: string, buckets: number): ReadonlyMap<number, number> {
  const found = new Set(turnPhrases(text).map((phrase) => hash32(phrase) % buckets));
  const value = 1 / Math.sqrt(Math.max(4, found.size));
  return new Map([...found].map((bucket) => [bucket, value]));
}
