import weights from "./draft-weights.json" with { type: "json" };
import type { TrialMeasures } from "./try-draft.ts";

/** What is known of a candidate besides its trial. */
export type CandidateOrigin = OwnOrigin | KnownOrigin | JoinedOrigin;

interface OwnOrigin {
  readonly kind: "remarks";
  readonly hasBothHalves: boolean;
  /** The remarks whose words it is made of. */
  readonly from: readonly number[];
  /** Made of what a remark only lets you guess. */
  readonly isImplied: boolean;
  /** Made of an order or a request. */
  readonly isPlain: boolean;
}

/** `near` is the likeness of what people say about a known rule, `rank` its place among the nearest. */
interface KnownOrigin {
  readonly kind: "known";
  readonly near: number;
  readonly rank: number;
  readonly isOwn: boolean;
}

/** Two sentences, each of which passed the trial. */
interface JoinedOrigin {
  readonly kind: "joined";
  readonly hasBothHalves: boolean;
  readonly from: readonly number[];
  readonly isImplied: boolean;
  /** The first sentence is a known rule. */
  readonly hasKnown: boolean;
  /** The scores of both. */
  readonly first: number;
  readonly second: number;
}

/** A draft below this is a guess. */
export const LEAST_SCORE: number = weights.least;

const OWN_RULE = 1;
const MANY_TERMS = 8;
const MANY_SHARED = 4;
const FAR_RANK = 6;

/** The chance that a person would take a draft as it is, from 0 to 1. */
export function scoreDraft(trial: TrialMeasures, origin: CandidateOrigin): number {
  switch (origin.kind) {
    case "known":
      return chance(knownLogit(trial, origin));
    case "joined":
      return chance(joinedLogit(trial, origin));
    case "remarks":
      return chance(ownLogit(trial, origin));
  }
}

function knownLogit(
  { likeness, recall, missed, grounded, same, compatible, coverage }: TrialMeasures,
  { near, rank, isOwn }: KnownOrigin,
): number {
  const w = weights.known;
  // A team knows the names in its own rules, even if no remark mentions them.
  const own = isOwn ? OWN_RULE + w.grounded * (1 - grounded) + w.likeness * Math.max(0, near - likeness) : 0;
  return (
    own +
    w.bias +
    w.near * near +
    w.likeness * likeness +
    w.recall * recall +
    w.missed * missed +
    w.grounded * grounded +
    w.compatible * compatible +
    w.same * same +
    w.rank * (Math.min(rank, FAR_RANK) / FAR_RANK) +
    w.coverage * coverage
  );
}

function ownLogit(trial: TrialMeasures, { hasBothHalves, from, isImplied, isPlain }: OwnOrigin): number {
  const w = weights.remarks;
  const { likeness, least, recall, missed, same, coverage, terms, shared, names } = trial;
  return (
    w.bias +
    w.likeness * likeness +
    w.least * least +
    w.recall * recall +
    w.missed * missed +
    w.same * same +
    (hasBothHalves ? w.halves : 0) +
    (from.length > 1 ? w.pair : 0) +
    (terms <= 1 ? w.single : 0) +
    w.terms * (Math.min(terms, MANY_TERMS) / MANY_TERMS) +
    w.coverage * coverage +
    (isImplied ? w.implied : 0) +
    (isPlain ? w.plain : 0) +
    w.shared * (Math.min(shared, MANY_SHARED) / MANY_SHARED) +
    (shared === 0 ? w.unshared : 0) +
    w.names * (names ?? 0) +
    (names === 0 ? w.unnamed : 0)
  );
}

function joinedLogit(trial: TrialMeasures, origin: JoinedOrigin): number {
  const w = weights.joined;
  const { likeness, least, recall, missed, same, coverage, terms } = trial;
  return (
    w.bias +
    w.likeness * likeness +
    w.least * least +
    w.recall * recall +
    w.missed * missed +
    w.same * same +
    (origin.hasBothHalves ? w.halves : 0) +
    (origin.from.length > 1 ? w.pair : 0) +
    w.first * origin.first +
    w.second * origin.second +
    (origin.hasKnown ? w.known : 0) +
    w.terms * (Math.min(terms, MANY_TERMS) / MANY_TERMS) +
    w.coverage * coverage +
    (origin.isImplied ? w.implied : 0)
  );
}

const chance = (logit: number): number => 1 / (1 + Math.exp(-logit));
