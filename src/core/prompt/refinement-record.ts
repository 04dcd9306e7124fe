import { type Feedback, OUTCOMES } from "../feedback/feedback.ts";
import { SIGNAL_TYPES, type SignalType } from "../signal/signal.ts";
import { hash64 } from "../hash.ts";
import { maskSecrets } from "../rule-text/secrets.ts";
import { boundedId, clipText } from "../text/bounded-text.ts";
import type { Refinement, RefinementLogEntry } from "./refine-prompt.ts";
import { type ActionType, REFINEMENT_PLANS } from "./refinement-actions.ts";

/** What was heard in a run after a prompt was refined. What an agent reports of its own work is a claim. */
export const NEXT_HEARD = [
  ...OUTCOMES,
  ...(["claimed_approved", "claimed_rejected", "claimed_approved_with_changes"] as const),
  ...SIGNAL_TYPES,
  "remark",
] as const;

export type NextHeard = (typeof NEXT_HEARD)[number];

/** A decision before a failure, a failure before mere words. */
export function heardIn({
  outcome,
  claimed_outcome: claimed,
  tags,
}: Pick<Feedback, "outcome" | "claimed_outcome" | "tags">): NextHeard {
  if (outcome !== null) return outcome;
  if (claimed !== undefined) return `claimed_${claimed}`;
  return SIGNAL_TYPES.find((type) => tags.includes(type)) ?? "remark";
}

/** In UTF-16 code units; the end of a longer prompt is left out. */
export const MAX_KEPT_PROMPT = 100_000;

/** Where a refinement belongs, as far as the caller says. */
export interface RefinementPlace {
  readonly agent?: string;
  /** A conversation, which may have several runs. */
  readonly session?: string;
  readonly run?: string;
}

/** One iteration as it is kept, so that it can be asked across sessions. */
export interface RefinementRecord extends RefinementLogEntry, RefinementPlace {
  readonly id: string;
  /** UTC to the millisecond. */
  readonly timestamp: string;
  readonly recorded_by: string;
}

/** A record without its prompts. */
export type RefinementBrief = Omit<RefinementRecord, "original_prompt" | "refined_prompt">;

/** What came next in the same run or session. */
export interface NextOutcome {
  readonly heard: NextHeard;
  readonly at: string;
  /** The feedback, or the next refinement, that says so. */
  readonly id: string;
}

export interface KeptAbout extends RefinementPlace {
  /** UTC to the millisecond. */
  readonly at: string;
  readonly recorded_by: string;
}

/**
 * The iterations of a refinement as they are kept: secrets masked, texts bounded. In one session or run, the same
 * refinement again has the same id.
 */
export function toRefinementRecords(
  { log }: Pick<Refinement, "log">,
  about: KeptAbout,
): readonly RefinementRecord[] {
  const { at, agent, session, run } = about;
  const recorded_by = boundedId(about.recorded_by);
  const place: RefinementPlace = {
    ...(agent === undefined ? {} : { agent: boundedId(agent) }),
    ...(session === undefined ? {} : { session: boundedId(session) }),
    ...(run === undefined ? {} : { run: boundedId(run) }),
  };
  return log.map((entry) => {
    const kept = {
      ...entry,
      timestamp: at,
      original_prompt: keptText(entry.original_prompt),
      feedback_signal: keptText(entry.feedback_signal),
      refined_prompt: keptText(entry.refined_prompt),
    };
    const identity = [
      ...(session === undefined && run === undefined ? [at] : [place.session ?? "", place.run ?? ""]),
      place.agent ?? "",
      recorded_by,
      kept.feedback_type,
      kept.feedback_signal,
      kept.original_prompt,
      kept.refined_prompt,
      kept.iteration,
    ];
    const key = JSON.stringify(identity);
    return { id: `rf_${hash64(key)}${hash64(`#${key}`)}`, ...kept, ...place, recorded_by };
  });
}

const keptText = (text: string): string => clipText(maskSecrets(text), MAX_KEPT_PROMPT);

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
