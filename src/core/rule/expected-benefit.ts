import type { AgentDay } from "./agent-day.ts";

/** Days whose occurrences tell how often a mistake happens now. */
export const BENEFIT_DAYS = 28;
/** For a person's own words, which nobody has weighed. */
const UNWEIGHED = 0.5;

/** What a rule is expected to spare, by which the queue of proposals is ordered. */
export interface ExpectedBenefit {
  /** Occurrences per week × agents affected × confidence; a number to compare proposals by, and no forecast. */
  readonly score: number;
  readonly per_week: number;
  readonly agents: number;
  readonly confidence: number;
}

/**
 * A mistake that happens often, to several agents, and surely is one pattern, comes first. Agents multiply because a
 * rule spares each of them the mistake, and those to come as well.
 */
export function expectedBenefit(recent: readonly AgentDay[], confidence: number | null): ExpectedBenefit {
  const count = recent.reduce((sum, day) => sum + day.count, 0);
  const agents = new Set(recent.map(({ agent }) => agent)).size;
  const perWeek = (count * 7) / BENEFIT_DAYS;
  const sure = confidence ?? UNWEIGHED;
  return { score: rounded(perWeek * agents * sure), per_week: rounded(perWeek), agents, confidence: sure };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
