import type { GateCatalogue } from "../gate/gate-catalogue.ts";
import { byCodeUnits } from "../text/by-code-units.ts";
import { type PatternIssue, toIssue } from "./pattern-issue.ts";
import type { PatternWindow } from "./pattern-window.ts";
import type { RollUp } from "./roll-up.ts";
import { slicesOf } from "./series-slices.ts";
import { bookOf, type RollUpBook } from "./roll-up-book.ts";
import { addHours, type AgentTally, countHours, emptyTally, tallyRows } from "./tally-rows.ts";
import { hourNumber, hourText } from "../time/to-hour.ts";
import { DEFAULT_TREND_LIMITS, type PatternTrend, trendOf } from "./trend.ts";
import { approvalRate, approvedOf, decidedOf, noWork } from "./work-counts.ts";

/** One agent's work over a window: how much passes, what fails most, and whether it gets better. */
export interface AgentPattern {
  readonly agent: string;
  readonly period_hours: number;
  readonly from: string;
  readonly to: string;
  /** Work submitted in the window; never below `decided`, since older work may be decided in it. */
  readonly total: number;
  readonly decided: number;
  readonly approved: number;
  /** The part of `approved` that a person had to change. */
  readonly approved_with_changes: number;
  readonly rejected: number;
  /** Over decided work only, from 0 to 1; null when none is decided. */
  readonly approval_rate: number | null;
  /** The part of decided work that was rejected; null when none is decided. */
  readonly rejection_share: number | null;
  /** Most frequent first; ties in the order of the tags. */
  readonly top_issues: readonly PatternIssue[];
  /** Every tag with its count. */
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
  /** How many issues `top_issues` holds at most; 5 by default. */
  readonly topIssues?: number;
  /** Decisions that both windows need before a trend is named; 5 by default. */
  readonly minimumSample?: number;
  /** A change below so many percentage points is steady; 5 by default. */
  readonly steadyPoints?: number;
}

/** The pattern of one agent; one that the rows do not know has a pattern without work. */
export function agentPattern(
  agent: string,
  rows: RollUp,
  window: PatternWindow,
  catalogue: GateCatalogue,
  options: PatternOptions = {},
): AgentPattern {
  return patternIn(bookOf(rows), agent, window, catalogue, options);
}

/** The same from a book. */
export function patternIn(
  book: RollUpBook,
  agent: string,
  window: PatternWindow,
  catalogue: GateCatalogue,
  options: PatternOptions = {},
): AgentPattern {
  const rows = book.get(agent);
  const tally = rows === undefined ? emptyTally(slicesOf(window).count) : tallyRows(rows, window);
  return toPattern(agent, tally, window, catalogue, options);
}

/**
 * The pattern of every agent that worked in the window, from one pass over the rows: most rejections
 * first, then most decisions, then by name.
 */
export function allAgentPatterns(
  rows: RollUp,
  window: PatternWindow,
  catalogue: GateCatalogue,
  options: PatternOptions = {},
): readonly AgentPattern[] {
  const book = bookOf(rows);
  return rankAgents(book, window).map((agent) => patternIn(book, agent, window, catalogue, options));
}

/** The agents that worked in the window, in the order of `allAgentPatterns`. */
export function rankAgents(book: RollUpBook, window: PatternWindow): readonly string[] {
  const end = hourNumber(window.to) ?? 0;
  const from = end - window.hours;
  const found: { readonly agent: string; readonly rejected: number; readonly decided: number }[] = [];
  for (const [agent, { work, tags }] of book) {
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
