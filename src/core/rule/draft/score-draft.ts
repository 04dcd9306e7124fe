import weights from "./draft-weights.json" with { type: "json" };
import type { TrialMeasures } from "./try-draft.ts";

/** What is known of a candidate besides its trial. */
export type CandidateOrigin =
  | { readonly kind: "remarks"; readonly hasBothHalves: boolean; readonly isPair: boolean }
  /** `near` is the likeness of what people say about a known rule, `rank` its place among the nearest. */
  | { readonly kind: "known"; readonly near: number; readonly rank: number; readonly isOwn: boolean };

/** A draft below this is a guess. */
export const LEAST_SCORE: number = weights.least;

const OWN_RULE = 1;
const MANY_TERMS = 8;
const FAR_RANK = 6;

/** The chance that a person would take a draft as it is, from 0 to 1. */
export function scoreDraft(trial: TrialMeasures, origin: CandidateOrigin): number {
  const { likeness, least, recall, missed, grounded, same, compatible, coverage, terms } = trial;
  if (origin.kind === "known") {
    const w = weights.known;
    // A team knows the names in its own rules, even if no remark mentions them.
    const isKnown = origin.isOwn
      ? OWN_RULE + w.grounded * (1 - grounded) + w.likeness * Math.max(0, origin.near - likeness)
      : 0;
    return chance(
      isKnown +
        w.bias +
        w.near * origin.near +
        w.likeness * likeness +
        w.recall * recall +
        w.missed * missed +
        w.grounded * grounded +
        w.compatible * compatible +
        w.same * same +
        w.rank * (Math.min(origin.rank, FAR_RANK) / FAR_RANK) +
        w.coverage * coverage,
    );
  }
  const w = weights.remarks;
  return chance(
    w.bias +
      w.likeness * likeness +
      w.least * least +
      w.recall * recall +
      w.missed * missed +
      w.same * same +
      (origin.hasBothHalves ? w.halves : 0) +
      (origin.isPair ? w.pair : 0) +
      (terms <= 1 ? w.single : 0) +
      w.terms * (Math.min(terms, MANY_TERMS) / MANY_TERMS) +
      w.coverage * coverage,
  );
}

const chance = (logit: number): number => 1 / (1 + Math.exp(-logit));
