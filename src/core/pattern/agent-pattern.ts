import type { GateCatalogue, GateRoute } from "../gate/gate.ts";
import {
  approvalDelta,
  approvalRate,
  decidedOf,
  type WorkCounts,
  approvedOf,
  noWork,
} from "./work-counts.ts";
import { byCodeUnits } from "../text/code-points.ts";
import type { PatternWindow } from "./pattern-window.ts";
import { type RollUp, indexRollUp, type RollUpIndex } from "./roll-up.ts";
import { slicesOf, addHours, type AgentTally, countHours, emptyTally, tallyRows } from "./tally-rows.ts";
import { hourNumber, hourText } from "../time/time.ts";

/** A tag in an agent's rejections, and how to fix it. */
export interface PatternIssue {
  readonly tag: string;
  readonly count: number;
  /** The count in the previous window. */
  readonly count_before: number;
  /**
   * The share of the agent's rejections with this tag, from 0 to 1; null without rejections. A rejection may have
   * several tags, so shares may add up to more than 1.
   */
  readonly share: number | null;
  /** False for a tag that is in no pack; its gate fields are null. */
  readonly registered: boolean;
  readonly gate: string | null;
  readonly fix: string | null;
  readonly auto_fixable: boolean;
  readonly route: GateRoute | null;
}

function toIssue(
  tag: string,
  { count, before, rejected }: { count: number; before: number; rejected: number },
  catalogue: GateCatalogue,
): PatternIssue {
  const gate = catalogue.find(tag);
  return {
    tag,
    count,
    count_before: before,
    share: shareOf(count, rejected),
    registered: gate !== undefined,
    gate: gate?.gate ?? null,
    fix: gate?.fix ?? null,
    auto_fixable: gate?.auto_fixable ?? false,
    route: gate?.route ?? null,
  };
}

/** At most 1, even if a store counted a tag more often than rejections. */
export const shareOf = (count: number, rejected: number): number | null =>
  rejected === 0 ? null : Math.min(1, count / rejected);

export type TrendDirection = "improving" | "steady" | "worsening" | "no_data";

/** The change of the approval rate since the previous window, which has the same length. */
export interface PatternTrend {
  readonly approval_rate_before: number | null;
  readonly decided_before: number;
  /** In percentage points, positive if more is approved; null if either window has no decisions. */
  readonly delta_points: number | null;
  /** `no_data` if either window has fewer than `minimum_sample` decisions. */
  readonly direction: TrendDirection;
  readonly minimum_sample: number;
}

interface TrendLimits {
  readonly minimumSample: number;
  readonly steadyPoints: number;
}

const DEFAULT_TREND_LIMITS: TrendLimits = { minimumSample: 5, steadyPoints: 5 };

function trendOf(
  before: Readonly<WorkCounts>,
  after: Readonly<WorkCounts>,
  { minimumSample, steadyPoints }: TrendLimits,
): PatternTrend {
  const delta = approvalDelta(before, after);
  const sample = Math.min(decidedOf(before), decidedOf(after));
  return {
    approval_rate_before: approvalRate(before),
    decided_before: decidedOf(before),
    delta_points: delta,
    direction: delta === null || sample < minimumSample ? "no_data" : directionOf(delta, steadyPoints),
    minimum_sample: minimumSample,
  };
}

function directionOf(delta: number, steadyPoints: number): TrendDirection {
  if (delta === 0 || Math.abs(delta) < steadyPoints) return "steady";
  return delta > 0 ? "improving" : "worsening";
}

/** One agent's work in a window: how much is approved, what fails most, and whether it improves. */
export interface AgentPattern {
  readonly agent: string;
  readonly period_hours: number;
  readonly from: string;
  readonly to: string;
  /** Work submitted in the window; at least `decided`, because older work may be decided in it. */
  readonly total: number;
  readonly decided: number;
  readonly approved: number;
  /** The part of `approved` that a person changed. */
  readonly approved_with_changes: number;
  readonly rejected: number;
  /** Of decided work, from 0 to 1; null if none is decided. */
  readonly approval_rate: number | null;
  /** The rejected share of decided work; null if none is decided. */
  readonly rejection_share: number | null;
  /** Most frequent first, then by tag. */
  readonly top_issues: readonly PatternIssue[];
  /** Counts by tag. */
  readonly issue_breakdown: Readonly<Record<string, number>>;
  readonly trend: PatternTrend;
  /** Oldest first, without gaps. */
  readonly series: readonly PatternSlice[];
}

/** One slice of the window, for charts. */
export interface PatternSlice {
  readonly from: string;
  readonly to: string;
  readonly decided: number;
  readonly approved: number;
  readonly rejected: number;
  readonly approval_rate: number | null;
}

export interface PatternOptions {
  /** The length of `top_issues`; 5 by default. */
  readonly topIssues?: number;
  /** The decisions that each window needs for a trend; 5 by default. */
  readonly minimumSample?: number;
  /** Smaller changes, in percentage points, are steady; 5 by default. */
  readonly steadyPoints?: number;
}

/** The pattern of one agent, empty if the rows do not contain it. */
export function agentPattern(
  agent: string,
  rows: RollUp,
  window: PatternWindow,
  catalogue: GateCatalogue,
  options: PatternOptions = {},
): AgentPattern {
  return patternIn(indexRollUp(rows), agent, window, catalogue, options);
}

export function patternIn(
  index: RollUpIndex,
  agent: string,
  window: PatternWindow,
  catalogue: GateCatalogue,
  options: PatternOptions = {},
): AgentPattern {
  const rows = index.get(agent);
  const tally = rows === undefined ? emptyTally(slicesOf(window).count) : tallyRows(rows, window);
  return toPattern(agent, tally, window, catalogue, options);
}

/** Patterns of all agents that worked in the window: most rejections first, then most decisions, then by name. */
export function allAgentPatterns(
  rows: RollUp,
  window: PatternWindow,
  catalogue: GateCatalogue,
  options: PatternOptions = {},
): readonly AgentPattern[] {
  const index = indexRollUp(rows);
  return rankAgents(index, window).map((agent) => patternIn(index, agent, window, catalogue, options));
}

/** Agents that worked in the window, in the order of `allAgentPatterns`. */
export function rankAgents(index: RollUpIndex, window: PatternWindow): readonly string[] {
  const end = hourNumber(window.to) ?? 0;
  const from = end - window.hours;
  const found: { readonly agent: string; readonly rejected: number; readonly decided: number }[] = [];
  for (const [agent, { work, tags }] of index) {
    const current = noWork();
    addHours(current, work, from, end);
    const decided = decidedOf(current);
    const worked =
      current.submitted + decided > 0 || [...tags.values()].some((list) => countHours(list, from, end) > 0);
    if (worked) found.push({ agent, rejected: current.rejected, decided });
  }
  return found
    .toSorted((a, b) => b.rejected - a.rejected || b.decided - a.decided || byCodeUnits(a.agent, b.agent))
    .map(({ agent }) => agent);
}

function toPattern(
  agent: string,
  tally: AgentTally,
  window: PatternWindow,
  catalogue: GateCatalogue,
  options: PatternOptions,
): AgentPattern {
  const { current, previous } = tally;
  const decided = decidedOf(current);
  const tags = [...tally.tags].toSorted((a, b) => b[1] - a[1] || byCodeUnits(a[0], b[0]));
  const limits = { ...DEFAULT_TREND_LIMITS, ...options };
  return {
    agent,
    period_hours: window.hours,
    from: window.from,
    to: window.to,
    total: Math.max(current.submitted, decided),
    decided,
    approved: approvedOf(current),
    approved_with_changes: current.approved_with_changes,
    rejected: current.rejected,
    approval_rate: approvalRate(current),
    rejection_share: decided === 0 ? null : current.rejected / decided,
    top_issues: tags
      .slice(0, Math.max(0, options.topIssues ?? 5))
      .map(([tag, count]) =>
        toIssue(
          tag,
          { count, before: tally.previousTags.get(tag) ?? 0, rejected: current.rejected },
          catalogue,
        ),
      ),
    issue_breakdown: Object.fromEntries(tags),
    trend: trendOf(previous, current, limits),
    series: seriesOf(tally, window),
  };
}

function seriesOf(tally: AgentTally, window: PatternWindow): readonly PatternSlice[] {
  const slices = slicesOf(window);
  const end = hourNumber(window.to) ?? 0;
  return tally.series.map((work, index) => {
    const older = slices.count - index;
    return {
      from: hourText(end - Math.min(window.hours, older * slices.hours)),
      to: hourText(end - (older - 1) * slices.hours),
      decided: decidedOf(work),
      approved: approvedOf(work),
      rejected: work.rejected,
      approval_rate: approvalRate(work),
    };
  });
}
