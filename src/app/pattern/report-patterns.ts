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
  /** The requested agent, or all that worked in the window. */
  readonly patterns: readonly AgentPattern[];
  /** The number of further agents. */
  readonly patternsMore: number;
  readonly alerts: readonly Alert[];
  readonly alertsMore: number;
}

export interface PatternQuestion {
  /** The current time, as an RFC 3339 timestamp. */
  readonly now: string;
  readonly hours: number;
  readonly agent?: string;
  /** The most agents and alerts to return; all by default. */
  readonly most?: { readonly agents: number; readonly alerts: number };
}

/** Patterns and alerts of a window from one query; for all agents, the cache is used if there is one. */
export const reportPatterns =
  ({
    store,
    gates,
    thresholds = DEFAULT_ALERT_THRESHOLDS,
    kept: cache,
  }: {
    /** Without `rollUpPart`, the window starts with a whole hour. */
    readonly store: Pick<FeedbackStore, "rollUp"> & Partial<Pick<FeedbackStore, "rollUpPart">>;
    readonly kept?: RollUpCache;
    readonly gates: GateCatalogue;
    readonly thresholds?: AlertThresholds;
  }) =>
  async ({ now, hours, agent, most }: PatternQuestion): Promise<Result<PatternReport, WindowProblem>> => {
    const parsed = windowOf(now, hours);
    if (!parsed.ok) return parsed;
    const window = parsed.value;
    const range = { from: alertRowsFrom(window, thresholds), to: window.to };
    // Before the cache is read, because it changes during other awaits.
    const exact = await readTails(store, exactWindowOf(now, hours), agent);
    const index =
      agent === undefined && cache !== undefined
        ? await cache.read(range)
        : indexRollUp(await store.rollUp({ ...range, ...defined({ agent }) }));
    const counted = exact === undefined ? index : exact.tails.reduce(moveOneHourLater, index);
    const ranked = agent === undefined ? rankAgents(counted, window) : [agent];
    const shown = ranked.slice(0, most?.agents);
    const { alerts, more } = findAlerts(
      index,
      window,
      thresholds,
      most === undefined ? {} : { most: most.alerts },
    );
    const patterns = shown.map((name) => patternIn(counted, name, window, gates));
    return ok({
      window: exact?.window ?? window,
      patterns:
        exact === undefined ? patterns : patterns.map((pattern) => withExactTimes(pattern, exact.window)),
      patternsMore: ranked.length - shown.length,
      alerts,
      alertsMore: more,
    });
  };

/** Reading this many takes a fraction of a second. */
const MAX_TAIL_RECORDS = 20_000;

/**
 * Roll-ups are hourly, so the partial hours at the start of each window are counted separately. Undefined if that
 * would be too expensive; the window then starts with the next whole hour.
 */
async function readTails(
  { rollUpPart }: Partial<Pick<FeedbackStore, "rollUpPart">>,
  exact: ExactWindow | undefined,
  agent: string | undefined,
): Promise<{ readonly window: PatternWindow; readonly tails: readonly RollUp[] } | undefined> {
  if (rollUpPart === undefined || exact === undefined) return undefined;
  const tails: RollUp[] = [];
  for (const part of exact.tails) {
    const tail = await rollUpPart({ ...part, most: MAX_TAIL_RECORDS, ...defined({ agent }) });
    if (tail === undefined) return undefined;
    tails.push(tail);
  }
  return { window: exact.window, tails };
}

/** Sets the exact times of the window; the first slice includes the partial hour. */
function withExactTimes(pattern: AgentPattern, { from, to }: PatternWindow): AgentPattern {
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

/** One agent's work over time, from one query. */
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
