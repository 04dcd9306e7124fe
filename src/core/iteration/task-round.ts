import type { FeedbackItem, Phase, Verdict } from "../actionable/actionable-feedback.ts";
import type { LineRange } from "./find-location.ts";

/** A reviewer who finds more has reviewed too much at once. */
export const MAX_ROUND_ITEMS = 100;
/** The number of latest rounds that a new one is compared with. */
export const COMPARED_ROUNDS = 20;
export const MAX_TASK = 200;

export const FINDING_CLASSES = ["repeated", "reversed", "new_on_changed", "new_on_unchanged", "new"] as const;

/**
 * An earlier issue, a reversal of an earlier demand, something new on code that changed or did not change since the
 * round before, or new without knowing which.
 */
export type FindingClass = (typeof FINDING_CLASSES)[number];

/** How an item was matched with an earlier issue. */
export type IssueMatch = "words" | "judge";

export interface RoundItem {
  readonly aspect: FeedbackItem["aspect"];
  readonly severity: FeedbackItem["severity"];
  readonly score?: number;
  readonly issue: string;
  readonly location: { readonly type: FeedbackItem["location"]["type"]; readonly reference: string };
  readonly action: string;
  /** The same in every round with this issue, however it is worded. */
  readonly issue_id: string;
  readonly class: FindingClass;
  /** The reason for the class, as a sentence. */
  readonly why: string;
  /** The round it repeats or reverses. */
  readonly earlier_round?: number;
  readonly match?: IssueMatch;
  /** The judge's confidence in the match, from 0 to 1. */
  readonly match_score?: number;
  /** Its lines in the content. */
  readonly lines?: LineRange;
}

/** What the document says about the following round; see `quality_tracking` of the standard. */
export interface StatedTracking {
  readonly feedback_followed?: boolean;
  readonly improvement_observed?: boolean;
  readonly improvement_delta?: number;
  readonly feedback_clarity_score?: number;
}

/** An issue that reached the repetition limit in this round. */
export interface RoundEscalation {
  readonly issue_id: string;
  readonly issue: string;
  /** The number of the last five rounds with it. */
  readonly seen: number;
}

/** One recorded round of a task. */
export interface TaskRound {
  readonly task: string;
  /** The author of the work; null if unknown. */
  readonly agent: string | null;
  /** From 1, without gaps; the documents' own numbers may have some. */
  readonly position: number;
  readonly number: number;
  readonly max: number;
  readonly phase: Phase;
  readonly document_id: string;
  readonly time: string;
  readonly recorded_at: string;
  readonly recorded_by: string;
  readonly target: { readonly type: string; readonly path: string; readonly version?: string };
  readonly score: number;
  readonly verdict: Verdict;
  readonly confidence?: number;
  readonly summary: string;
  /** False if the result of the round was checked and failed. */
  readonly verified?: boolean;
  readonly tracking: StatedTracking;
  readonly items: readonly RoundItem[];
  readonly escalations: readonly RoundEscalation[];
  /** Fingerprints of the reviewed lines; see `fingerprintLines`. */
  readonly prints?: string;
}
