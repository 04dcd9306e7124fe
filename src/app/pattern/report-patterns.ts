import { defined } from "../../core/defined.ts";
import type { GateCatalogue } from "../../core/gate/gate.ts";
import { type AgentPattern, patternIn, rankAgents } from "../../core/pattern/agent-pattern.ts";
import { DEFAULT_ALERT_THRESHOLDS, type AlertThresholds, type Alert } from "../../core/pattern/alert.ts";
import { findAlerts } from "../../core/pattern/detect-alerts.ts";
import { alertRowsFrom } from "../../core/pattern/detect-repeated-tags.ts";
import { moveOneHourLater } from "../../core/pattern/fold-tags.ts";
import {
  type ExactWindow,
  exactWindowOf,
  type PatternWindow,
  windowOf,
  type WindowProblem,
} from "../../core/pattern/pattern-window.ts";
import { type RollUp, indexRollUp } from "../../core/pattern/roll-up.ts";
import { ok, type Result } from "../../core/result.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { RollUpCache } from "./roll-up-cache.ts";
import {
  agentTrend,
  type AgentTrend,
  type TrendBucketLength,
  type TrendProblem,
  trendSpan,
} from "../../core/pattern/trend-buckets.ts";

export interface PatternReport {
  readonly window: PatternWindow;
  /** The asked-for agent alone, or every agent that worked in the window. */
  readonly patterns: readonly AgentPattern[];
  /** Further agents that worked in it, beyond those asked for. */
  readonly patternsMore: number;
  readonly alerts: readonly Alert[];
  readonly alertsMore: number;
}

export interface PatternQuestion {
  /** The present, as an RFC 3339 timestamp. */
  readonly now: string;
  readonly hours: number;
  readonly agent?: string;
  /** How many agents and alerts are wanted at most; all when left out. */
  readonly most?: { readonly agents: number; readonly alerts: number };
}

/**
 * What agents get wrong over a window and which thresholds that crosses, from one question to the store; about all
 * agents from those kept, where they are given.
 */
export const reportPatterns =
  ({
    store,
    gates,
    thresholds = DEFAULT_ALERT_THRESHOLDS,
    kept,
  }: {
    /** Without parts of hours, the window begins with a whole hour. */
    readonly store: Pick<FeedbackStore, "rollUp"> & Partial<Pick<FeedbackStore, "rollUpPart">>;
    readonly kept?: RollUpCache;
    readonly gates: GateCatalogue;
    readonly thresholds?: AlertThresholds;
  }) =>
  async ({ now, hours, agent, most }: PatternQuestion): Promise<Result<PatternReport, WindowProblem>> => {
    const asked = windowOf(now, hours);
    if (!asked.ok) return asked;
    const window = asked.value;
    const range = { from: alertRowsFrom(window, thresholds), to: window.to };
    // Before the book is read, which changes while somebody waits for something else.
    const exact = await readTails(store, exactWindowOf(now, hours), agent);
    const book =
      agent === undefined && kept !== undefined
        ? await kept.read(range)
        : indexRollUp(await store.rollUp({ ...range, ...defined({ agent }) }));
    const counted = exact === undefined ? book : exact.tails.reduce(moveOneHourLater, book);
    const ranked = agent === undefined ? rankAgents(counted, window) : [agent];
    const shown = ranked.slice(0, most?.agents);
    const { alerts, more } = findAlerts(
      book,
      window,
      thresholds,
      most === undefined ? {} : { most: most.alerts },
    );
    const patterns = shown.map((name) => patternIn(counted, name, window, gates));
    return ok({
      window: exact?.window ?? window,
      patterns: exact === undefined ? patterns : patterns.map((pattern) => spanned(pattern, exact.window)),
      patternsMore: ranked.length - shown.length,
      alerts,
      alertsMore: more,
    });
  };

/** Reading so many takes a fraction of a second. */
const MOST_IN_TAIL = 20_000;

/**
 * Roll-ups have whole hours, so the records in which a window begins are counted by themselves. Nothing if that cannot be
 * done at a bounded cost; the window then begins with the next whole hour, and says so.
 */
async function readTails(
  { rollUpPart }: Partial<Pick<FeedbackStore, "rollUpPart">>,
  exact: ExactWindow | undefined,
  agent: string | undefined,
): Promise<{ readonly window: PatternWindow; readonly tails: readonly RollUp[] } | undefined> {
  if (rollUpPart === undefined || exact === undefined) return undefined;
  const tails: RollUp[] = [];
  for (const part of exact.tails) {
    const tail = await rollUpPart({ ...part, most: MOST_IN_TAIL, ...defined({ agent }) });
    if (tail === undefined) return undefined;
    tails.push(tail);
  }
  return { window: exact.window, tails };
}

/** A pattern with the very times of its window; the first slice of its series has what is before the first whole hour. */
function spanned(pattern: AgentPattern, { from, to }: PatternWindow): AgentPattern {
  const last = pattern.series.length - 1;
  const series = pattern.series.map((slice, at) => ({
    ...slice,
    ...(at === 0 ? { from } : {}),
    ...(at === last ? { to } : {}),
  }));
  return { ...pattern, from, to, series };
}

export interface TrendQuestion {
  readonly agent: string;
  /** The present, as an RFC 3339 timestamp. */
  readonly now: string;
  readonly hours: number;
  readonly bucket: TrendBucketLength;
}

export interface TrendReport extends AgentTrend {
  readonly window: PatternWindow;
}

/** How one agent's work went over time, from one question to the store. */
export const reportTrend =
  ({ store }: { readonly store: Pick<FeedbackStore, "rollUp"> }) =>
  async ({
    agent,
    now,
    hours,
    bucket,
  }: TrendQuestion): Promise<Result<TrendReport, WindowProblem | TrendProblem>> => {
    const window = windowOf(now, hours);
    if (!window.ok) return window;
    const span = trendSpan(window.value, bucket);
    if (!span.ok) return span;
    const rows = await store.rollUp({ agent, from: span.value.from, to: span.value.to });
    return ok({ window: window.value, ...agentTrend(agent, rows, span.value) });
  };
