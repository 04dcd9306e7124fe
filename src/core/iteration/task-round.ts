import type { FeedbackItem, Phase, Verdict } from "../actionable/actionable-feedback.ts";
import type { LineRange } from "./find-place.ts";

/** How many items one round may have: a reviewer who finds more has reviewed too much at once. */
export const MAX_ROUND_ITEMS = 100;
/** How many of a task's latest rounds a new one is compared with. */
export const COMPARED_ROUNDS = 20;
export const MAX_TASK = 200;

export const FINDING_CLASSES = ["repeated", "reversed", "new_on_changed", "new_on_unchanged", "new"] as const;

/**
 * What a finding is to the loop: an issue that was there before, a demand that undoes an earlier one, something new on
 * code that changed or did not change since the round before, or new without knowing which of the two.
 */
export type FindingClass = (typeof FINDING_CLASSES)[number];

/** What decided that an item is an issue of an earlier round. */
export type IssueMatch = "words" | "judge";

export interface RoundItem {
  readonly aspect: FeedbackItem["aspect"];
  readonly severity: FeedbackItem["severity"];
  readonly score?: number;
  readonly issue: string;
  readonly location: { readonly type: FeedbackItem["location"]["type"]; readonly reference: string };
  readonly action: string;
  /** The same in every round in which this issue comes up, whatever its words. */
  readonly issue_id: string;
  readonly class: FindingClass;
  /** Why it is of this class, in a sentence. */
  readonly why: string;
  /** The round it repeats or reverses. */
  readonly earlier_round?: number;
  readonly match?: IssueMatch;
  /** How surely it is the issue of that round, from 0 to 1, by the judge. */
  readonly match_score?: number;
  /** Where its place is in the content of the round. */
  readonly lines?: LineRange;
}

/** What the document says about the round that followed; see `quality_tracking` of the standard. */
export interface GivenTracking {
  readonly feedback_followed?: boolean;
  readonly improvement_observed?: boolean;
  readonly improvement_delta?: number;
  readonly feedback_clarity_score?: number;
}

/** An issue that reached the limit of repetitions in this round. */
export interface RoundEscalation {
  readonly issue_id: string;
  readonly issue: string;
  /** In how many of the last five rounds it came up. */
  readonly seen: number;
}

/** One recorded round of a task. */
export interface TaskRound {
  readonly task: string;
  /** Whose work it is about; null where nobody said. */
  readonly agent: string | null;
  /** 1 for the first that was recorded. Numbers of documents may leave some out, positions never do. */
  readonly position: number;
  readonly number: number;
  readonly max: number;
  readonly phase: Phase;
  readonly document_id: string;
  /** When the feedback was written. */
  readonly time: string;
  readonly recorded_at: string;
  readonly recorded_by: string;
  readonly target: { readonly type: string; readonly path: string; readonly version?: string };
  readonly score: number;
  readonly verdict: Verdict;
  readonly confidence?: number;
  readonly summary: string;
  /** False where the result of the round was checked and failed. */
  readonly verified?: boolean;
  readonly tracking: GivenTracking;
  readonly items: readonly RoundItem[];
  readonly escalations: readonly RoundEscalation[];
  /** Prints of the lines that the feedback is about; see `printLines`. */
  readonly prints?: string;
}
