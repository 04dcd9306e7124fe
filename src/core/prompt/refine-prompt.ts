import type { Signal, SignalType } from "../signal/signal.ts";
import { applyActions, type OmittedAction } from "./apply-actions.ts";
import { feedbackExcerpt } from "./quote-fact.ts";
import { TARGET_SCORE, scorePrompt } from "./score-prompt.ts";
import type { ActionType } from "./refinement-actions.ts";

export const DEFAULT_REFINEMENT_LIMIT = 3;
/** The upper bound of any configured limit. */
export const HARD_REFINEMENT_LIMIT = 10;

export interface RefineInput {
  readonly prompt: string;
  /** The signals detected in the feedback, all of one type; null leaves the prompt as it is. */
  readonly signal: Signal | readonly Signal[] | null;
  /** The text in which the signal was detected; without it only the signal's facts are used. */
  readonly feedback?: string;
  /** The most iterations, from 0 to 10; 3 by default. */
  readonly limit?: number;
  readonly now?: () => Date;
}

/** One iteration. */
export interface RefinementLogEntry {
  /** Null without a clock. */
  readonly timestamp: string | null;
  readonly original_prompt: string;
  readonly feedback_type: SignalType;
  readonly feedback_signal: string;
  readonly actions_applied: readonly ActionType[];
  readonly refined_prompt: string;
  readonly iteration: number;
  /** Whether the refined prompt reached the target score. */
  readonly success: boolean;
  readonly score_before: number;
  readonly score_after: number;
}

export type RefinementEnd = "no_signal" | "limit_reached" | "target_reached" | "nothing_left";

export interface Refinement {
  readonly refined_prompt: string;
  readonly feedback_type: SignalType | null;
  /** In order, without duplicates. */
  readonly actions_applied: readonly ActionType[];
  readonly actions_omitted: readonly OmittedAction[];
  /** The number of passes that changed the prompt. */
  readonly iterations: number;
  readonly score_before: number;
  readonly score_after: number;
  readonly ended: RefinementEnd;
  readonly log: readonly RefinementLogEntry[];
}

/**
 * Improves a prompt using its feedback. Each iteration applies every action that the facts fill and the prompt does
 * not already contain, most important first, and scores the result. The loop ends at the target score, when a pass
 * changes nothing, or at the limit. The result is the prompt with the best score, the latest of equals, so it never
 * scores below the input. Refining the result again changes nothing.
 */
export function refinePrompt({
  prompt,
  signal: signalOrSignals,
  feedback = "",
  limit,
  now,
}: RefineInput): Refinement {
  const signals =
    signalOrSignals === null ? [] : "type" in signalOrSignals ? [signalOrSignals] : signalOrSignals;
  const [signal] = signals;
  if (signal === undefined) return unchanged(prompt);
  const before = scorePrompt(prompt).score;
  const log: RefinementLogEntry[] = [];
  const bound = boundedLimit(limit);
  let best: Best = { prompt, score: before, actions: [] };
  let current = best;
  let omitted: readonly OmittedAction[] = [];
  let ended: RefinementEnd = "limit_reached";
  for (let iteration = 1; iteration <= bound; iteration += 1) {
    const pass = applyActions(current.prompt, signals, feedback);
    if (iteration === 1) omitted = pass.omitted;
    if (pass.applied.length === 0) {
      ended = "nothing_left";
      break;
    }
    const score = scorePrompt(pass.prompt).score;
    log.push({
      timestamp: timestampOf(now),
      original_prompt: current.prompt,
      feedback_type: signal.type,
      feedback_signal: feedbackExcerpt(feedback, signal),
      actions_applied: pass.applied,
      refined_prompt: pass.prompt,
      iteration,
      success: score >= TARGET_SCORE,
      score_before: current.score,
      score_after: score,
    });
    current = { prompt: pass.prompt, score, actions: [...current.actions, ...pass.applied] };
    if (score >= best.score) best = current;
    if (score >= TARGET_SCORE) {
      ended = "target_reached";
      break;
    }
  }
  return {
    refined_prompt: best.prompt,
    feedback_type: signal.type,
    actions_applied: best.actions,
    actions_omitted: omitted,
    iterations: log.length,
    score_before: before,
    score_after: best.score,
    ended,
    log,
  };
}

function unchanged(prompt: string): Refinement {
  const { score } = scorePrompt(prompt);
  return {
    refined_prompt: prompt,
    feedback_type: null,
    actions_applied: [],
    actions_omitted: [],
    iterations: 0,
    score_before: score,
    score_after: score,
    ended: "no_signal",
    log: [],
  };
}

interface Best {
  readonly prompt: string;
  readonly score: number;
  readonly actions: readonly ActionType[];
}

function boundedLimit(limit: number | undefined): number {
  if (limit === undefined || Number.isNaN(limit)) return DEFAULT_REFINEMENT_LIMIT;
  return Math.trunc(Math.min(Math.max(limit, 0), HARD_REFINEMENT_LIMIT));
}

function timestampOf(now: (() => Date) | undefined): string | null {
  const time = now?.();
  if (time === undefined || Number.isNaN(time.getTime())) return null;
  return time.toISOString().replace(/\.\d{3}Z$/, "Z");
}
