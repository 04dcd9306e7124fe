import { withUnit } from "../components/time.tsx";
import type { RuleSummary } from "../rules/rule-state.ts";
import type { AgentPattern, AgentTrend, Alert } from "./format-agent.ts";

const MOST_ROWS = 7;
/** Up to this count, dots are drawn instead of bars. */
export const DOTS_UP_TO = 4;

export interface TaggedRule {
  readonly tag: string;
  readonly rule: RuleSummary;
}

export interface TagRow {
  readonly tag: string;
  readonly counts: readonly { readonly from: string; readonly count: number }[];
  readonly label: string;
  readonly verdict: string;
  readonly isRed: boolean;
  readonly isAlert: boolean;
  readonly rules: readonly { readonly id: string; readonly since: string; readonly text: string }[];
}

export function tagRows(
  trend: AgentTrend,
  pattern: AgentPattern,
  alerts: readonly Alert[],
  rules: readonly TaggedRule[],
): readonly TagRow[] {
  return trend.tags.slice(0, MOST_ROWS).map(({ tag }) => {
    const now = pattern.issue_breakdown[tag] ?? 0;
    const before = pattern.top_issues.find((issue) => issue.tag === tag)?.count_before;
    const those = rules
      .filter((each) => each.tag === tag && each.rule.in_force_since !== null)
      .map(({ rule }) => rule)
      .toSorted((a, b) => (b.in_force_since ?? "").localeCompare(a.in_force_since ?? ""));
    const alert = alerts.find((each) => each.code === "repeated_tag" && each.tag === tag);
    const evidence = alert?.code === "repeated_tag" ? alert.evidence : undefined;
    return {
      tag,
      counts: trend.buckets.map(({ from, tags }) => ({
        from,
        count: tags.find((each) => each.tag === tag)?.count ?? 0,
      })),
      label: before === undefined ? String(now) : `${now}, was ${before}`,
      verdict:
        evidence === undefined
          ? verdictOf(those[0], now)
          : `${evidence.occurrences} in ${withUnit(evidence.span_hours, "h")}`,
      isRed: evidence !== undefined || those[0]?.status === "flagged",
      isAlert: evidence !== undefined,
      rules: those.map(({ id, in_force_since, text }) => ({ id, since: in_force_since ?? "", text })),
    };
  });
}

function verdictOf(rule: RuleSummary | undefined, now: number): string {
  if (rule === undefined) return "no rule";
  switch (rule.effect?.verdict) {
    case "helping":
      return now === 0 ? "gone" : "fewer";
    case "ineffective":
      return "no change";
    case "worse":
      return "more than before";
    case "stabilising":
      return "rule is new";
    case "not_enough":
    case undefined:
      return "too early to say";
  }
}
