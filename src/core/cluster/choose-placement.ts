import { LINK_AT } from "./link-groups.ts";
import type { Judgement, JudgementReason } from "../judge/judgement.ts";

/** Feedback near the new one, and what the judge says of the two. */
export interface PlacementCandidate {
  readonly feedback_id: string;
  /** The cluster it belongs to, where it has one. */
  readonly cluster_id?: string;
  readonly judgement: Judgement;
}

export type Placement =
  | {
      readonly kind: "join";
      readonly cluster_id: string;
      readonly score: number;
      readonly reasons: readonly JudgementReason[];
    }
  /** Two that stood alone are the first of a cluster. */
  | {
      readonly kind: "found";
      readonly with: string;
      readonly score: number;
      readonly reasons: readonly JudgementReason[];
    }
  | { readonly kind: "alone" };

/** Two that stand alone may found a cluster as easily as one joins it: two are not called recurring yet. */
const FOUND_AT = LINK_AT;
/** One that is surely the opposite keeps a text out, whatever the others say. */
const OPPOSITE_AT = 0.5;

/**
 * Where new feedback belongs, given judgements against a sample of the members of each cluster near it. What people
 * have seen never moves: only the new one is placed.
 */
export function choosePlacement(candidates: readonly PlacementCandidate[]): Placement {
  const clusters = new Map<string, PlacementCandidate[]>();
  let single: PlacementCandidate | undefined;
  for (const candidate of candidates) {
    if (candidate.cluster_id !== undefined) {
      const known = clusters.get(candidate.cluster_id);
      if (known === undefined) clusters.set(candidate.cluster_id, [candidate]);
      else known.push(candidate);
    } else if (
      candidate.judgement.relation === "same" &&
      candidate.judgement.score > (single?.judgement.score ?? 0)
    ) {
      single = candidate;
    }
  }
  let best: { readonly id: string; readonly score: number; readonly top: PlacementCandidate } | undefined;
  for (const [id, members] of clusters) {
    if (members.some(isOpposite)) continue;
    const score = members.reduce((sum, { judgement }) => sum + judgement.score, 0) / members.length;
    if (score < LINK_AT || score <= (best?.score ?? 0)) continue;
    best = { id, score, top: members.reduce((a, b) => (b.judgement.score > a.judgement.score ? b : a)) };
  }
  // A cluster that fits is joined even where one that stands alone is nearer: that one may join it in its turn.
  if (best !== undefined) {
    return {
      kind: "join",
      cluster_id: best.id,
      score: rounded(best.score),
      reasons: best.top.judgement.reasons,
    };
  }
  if (single === undefined || single.judgement.score < FOUND_AT) return { kind: "alone" };
  return {
    kind: "found",
    with: single.feedback_id,
    score: rounded(single.judgement.score),
    reasons: single.judgement.reasons,
  };
}

const isOpposite = ({ judgement }: PlacementCandidate): boolean =>
  judgement.relation === "opposite" && judgement.score < OPPOSITE_AT;

const rounded = (score: number): number => Math.round(score * 1_000) / 1_000;
