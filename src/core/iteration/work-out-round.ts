import { defined } from "../defined.ts";
import type { Round } from "../actionable/iteration-history.ts";
import { holdsLines } from "./line-prints.ts";
import { isOneTarget } from "./name-issues.ts";
import type { RoundItem, TaskRound } from "./task-round.ts";

/** Whether the caller said it, it was worked out from the next round, or it is not known yet. */
type ValueSource = "given" | "worked_out" | "unknown";

/** What became of a round's feedback in the round after it. */
export interface Outcome {
  readonly followed: {
    /** The share of the items that were followed, from 0 to 1; null where it is not known. */
    readonly value: number | null;
    readonly source: ValueSource;
  };
  readonly improved: {
    readonly value: boolean | null;
    /** How much the score changed. */
    readonly delta: number | null;
    readonly source: ValueSource;
  };
}

const UNKNOWN = { value: null, source: "unknown" } as const;

/** What the document says, or else what follows from the next round. */
export function outcomeOf(round: TaskRound, next: TaskRound | undefined): Outcome {
  return { followed: followedOf(round, next), improved: improvedOf(round, next) };
}

function followedOf(round: TaskRound, next: TaskRound | undefined): Outcome["followed"] {
  const given = round.tracking.feedback_followed;
  if (given !== undefined) return { value: given ? 1 : 0, source: "given" };
  if (next === undefined || !isOneTarget(round.target.path, next.target.path)) return UNKNOWN;
  const followed = round.items.filter((item) => wasFollowed(item, round, next)).length;
  return { value: followed / round.items.length, source: "worked_out" };
}

/**
 * An item was followed if it no longer comes up, or if its place was changed although it does. Where nothing at all was
 * changed, nothing was followed.
 */
function wasFollowed({ issue_id, lines }: RoundItem, round: TaskRound, next: TaskRound): boolean {
  if (isUnchanged(round, next)) return false;
  if (!next.items.some((item) => item.issue_id === issue_id)) return true;
  if (lines === undefined || round.prints === undefined || next.prints === undefined) return false;
  return !holdsLines(round.prints, lines, next.prints);
}

function isUnchanged(round: TaskRound, next: TaskRound): boolean {
  if (round.prints !== undefined && next.prints !== undefined) return round.prints === next.prints;
  return round.target.version !== undefined && round.target.version === next.target.version;
}

function improvedOf(round: TaskRound, next: TaskRound | undefined): Outcome["improved"] {
  const { improvement_observed, improvement_delta } = round.tracking;
  const delta = improvement_delta ?? (next === undefined ? null : rounded(next.score - round.score));
  const given = improvement_observed ?? (improvement_delta === undefined ? undefined : improvement_delta > 0);
  if (given !== undefined) return { value: given, delta, source: "given" };
  if (next === undefined || delta === null) return { ...UNKNOWN, delta: null };
  return { value: delta > 0, delta, source: "worked_out" };
}

const rounded = (value: number): number => Math.round(value * 1_000_000) / 1_000_000;

/** A recorded round as the rates take it. */
export function toRound(round: TaskRound, next?: TaskRound): Round {
  const { followed, improved } = outcomeOf(round, next);
  return {
    number: round.number,
    items: round.items,
    score: round.score,
    verdict: round.verdict,
    escalated: round.escalations.length > 0,
    ...defined({ verified: round.verified }),
    ...(followed.value === null ? {} : { followed_share: followed.value }),
    ...(improved.value === null ? {} : { improvement_observed: improved.value }),
  };
}
