import { LINK_AT } from "./link-groups.ts";
import type { Judgement, JudgementReason } from "../judge/judgement.ts";

/** Feedback near the new one, with its judgement. */
export interface PlacementCandidate {
  readonly feedback_id: string;
  /** Its cluster, if it has one. */
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
  /** Two single records start a cluster. */
  | {
      readonly kind: "found";
      readonly with: string;
      readonly score: number;
      readonly reasons: readonly JudgementReason[];
    }
  | { readonly kind: "alone" };

/** Two may start a cluster as easily as one joins it, because two do not yet count as recurring. */
const FOUND_AT = LINK_AT;
/** A certain opposite excludes a text, whatever the others say. */
const OPPOSITE_AT = 0.5;

/**
 * Chooses a cluster for new feedback from judgements of a sample of each nearby cluster's members. Only the new
 * record is placed; what people have seen never moves.
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
  // A matching cluster is joined even if a single record is nearer, because that one may join it later.
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
