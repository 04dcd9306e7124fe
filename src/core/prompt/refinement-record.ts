import { type Feedback, OUTCOMES } from "../feedback/feedback.ts";
import { SIGNAL_TYPES, type SignalType } from "../signal/signal.ts";
import { hash64 } from "../hash.ts";
import { maskSecrets } from "../rule-text/secrets.ts";
import { boundedId, clipText } from "../text/bounded-text.ts";
import type { Refinement, RefinementLogEntry } from "./refine-prompt.ts";
import { type ActionType, REFINEMENT_PLANS } from "./refinement-actions.ts";

/** What followed in a run after a prompt was refined. What an agent reports about its own work is a claim. */
export const NEXT_RESULTS = [
  ...OUTCOMES,
  ...(["claimed_approved", "claimed_rejected", "claimed_approved_with_changes"] as const),
  ...SIGNAL_TYPES,
  "remark",
] as const;

export type NextResult = (typeof NEXT_RESULTS)[number];

/** Prefers a decision to a failure, and a failure to a remark. */
export function nextResultOf({
  outcome,
  claimed_outcome: claimed,
  tags,
}: Pick<Feedback, "outcome" | "claimed_outcome" | "tags">): NextResult {
  if (outcome !== null) return outcome;
  if (claimed !== undefined) return `claimed_${claimed}`;
  return SIGNAL_TYPES.find((type) => tags.includes(type)) ?? "remark";
}

/** In UTF-16 code units; longer prompts are cut. */
export const MAX_STORED_PROMPT = 100_000;

/** Where a refinement was made, as far as the caller says. */
export interface RefinementOrigin {
  readonly agent?: string;
  /** A conversation, which may contain several runs. */
  readonly session?: string;
  readonly run?: string;
}

/** A stored iteration, so that refinements can be queried across sessions. */
export interface RefinementRecord extends RefinementLogEntry, RefinementOrigin {
  readonly id: string;
  /** UTC to the millisecond. */
  readonly timestamp: string;
  readonly recorded_by: string;
}

export type RefinementBrief = Omit<RefinementRecord, "original_prompt" | "refined_prompt">;

/** What followed in the same run or session. */
export interface NextOutcome {
  readonly heard: NextResult;
  readonly at: string;
  /** The id of that feedback or next refinement. */
  readonly id: string;
}

export interface RefinementContext extends RefinementOrigin {
  /** UTC to the millisecond. */
  readonly at: string;
  readonly recorded_by: string;
}

/**
 * The iterations of a refinement for storage: secrets masked, texts cut to size. The same refinement in the same
 * session or run gets the same id.
 */
export function toRefinementRecords(
  { log }: Pick<Refinement, "log">,
  about: RefinementContext,
): readonly RefinementRecord[] {
  const { at, agent, session, run } = about;
  const recorded_by = boundedId(about.recorded_by);
  const origin: RefinementOrigin = {
    ...(agent === undefined ? {} : { agent: boundedId(agent) }),
    ...(session === undefined ? {} : { session: boundedId(session) }),
    ...(run === undefined ? {} : { run: boundedId(run) }),
  };
  return log.map((entry) => {
    const stored = {
      ...entry,
      timestamp: at,
      original_prompt: storedText(entry.original_prompt),
      feedback_signal: storedText(entry.feedback_signal),
      refined_prompt: storedText(entry.refined_prompt),
    };
    const identity = [
      ...(session === undefined && run === undefined ? [at] : [origin.session ?? "", origin.run ?? ""]),
      origin.agent ?? "",
      recorded_by,
      stored.feedback_type,
      stored.feedback_signal,
      stored.original_prompt,
      stored.refined_prompt,
      stored.iteration,
    ];
    const key = JSON.stringify(identity);
    return { id: `rf_${hash64(key)}${hash64(`#${key}`)}`, ...stored, ...origin, recorded_by };
  });
}

const storedText = (text: string): string => clipText(maskSecrets(text), MAX_STORED_PROMPT);

/** How often one action was applied for one type of signal, and with what result. */
export interface ActionSummary {
  readonly feedback_type: SignalType;
  readonly action: ActionType;
  readonly entries: number;
  readonly successes: number;
  /** Means over those entries. */
  readonly score_before: number;
  readonly score_after: number;
  /** How often each outcome followed; unknown if none did. */
  readonly next: Readonly<Record<NextResult | "unknown", number>>;
}

type Followed = Pick<
  RefinementBrief,
  "feedback_type" | "actions_applied" | "success" | "score_before" | "score_after"
> & { readonly next: NextOutcome | null };

/** By type, then by action in order of application. */
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
  const next = Object.fromEntries([...NEXT_RESULTS, "unknown"].map((result) => [result, 0])) as Record<
    NextResult | "unknown",
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
