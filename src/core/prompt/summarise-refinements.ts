import { SIGNAL_TYPES, type SignalType } from "../signal/signal.ts";
import { NEXT_HEARD, type NextHeard } from "./next-heard.ts";
import type { NextOutcome, RefinementBrief } from "./refinement-record.ts";
import { type ActionType, REFINEMENT_PLANS } from "./refinement-actions.ts";

/** What one action came to for one type of signal. */
export interface ActionSummary {
  readonly feedback_type: SignalType;
  readonly action: ActionType;
  /** Iterations in which it was applied. */
  readonly entries: number;
  /** Iterations that reached the target score. */
  readonly successes: number;
  /** Means over those iterations. */
  readonly score_before: number;
  readonly score_after: number;
  /** How often each came next; what nobody was heard after is unknown. */
  readonly next: Readonly<Record<NextHeard | "unknown", number>>;
}

type Followed = Pick<
  RefinementBrief,
  "feedback_type" | "actions_applied" | "success" | "score_before" | "score_after"
> & { readonly next: NextOutcome | null };

/** By type, and by action in the order in which they are applied. */
export function summariseRefinements(entries: Iterable<Followed>): readonly ActionSummary[] {
  const groups = new Map<string, Followed[]>();
  for (const entry of entries) {
    for (const action of entry.actions_applied) {
      const key = `${entry.feedback_type} ${action}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [entry]);
      else group.push(entry);
    }
  }
  return SIGNAL_TYPES.flatMap((feedback_type) =>
    REFINEMENT_PLANS[feedback_type].actions.flatMap(({ type: action }) => {
      const group = groups.get(`${feedback_type} ${action}`);
      return group === undefined ? [] : [{ feedback_type, action, ...summaryOf(group) }];
    }),
  );
}

function summaryOf(group: readonly Followed[]): Omit<ActionSummary, "feedback_type" | "action"> {
  const next = Object.fromEntries([...NEXT_HEARD, "unknown"].map((heard) => [heard, 0])) as Record<
    NextHeard | "unknown",
    number
  >;
  for (const entry of group) next[entry.next?.heard ?? "unknown"] += 1;
  const mean = (of: (entry: Followed) => number): number =>
    Math.round((100 * group.reduce((sum, entry) => sum + of(entry), 0)) / group.length) / 100;
  return {
    entries: group.length,
    successes: group.filter(({ success }) => success).length,
    score_before: mean((entry) => entry.score_before),
    score_after: mean((entry) => entry.score_after),
    next,
  };
}
