import type { Schemas } from "../api/contract.ts";
import { withUnit } from "../components/time.tsx";
import { signed } from "../rules/format-effect.ts";
import { newcombeInterval } from "./rates.ts";
import type { Window } from "./windows.ts";

export type AgentPattern = Schemas["AgentPattern"];
export type Alert = Schemas["Alert"];
export type AgentTrend = Schemas["AgentTrend"];

/** Below this, counts are shown instead of a misleading rate. */
export const RATE_FROM = 5;

export const rateNumber = (rate: number): string => (rate * 100).toFixed(1);
export const ratePercent = (rate: number): string => withUnit(rateNumber(rate), "%");

export function formatApproval({ approval_rate, approved, decided }: AgentPattern): string {
  if (approval_rate === null) return "none decided";
  return decided < RATE_FROM ? `${approved} of ${decided}` : ratePercent(approval_rate);
}

const approvedBefore = ({ trend }: AgentPattern): number =>
  Math.round((trend.approval_rate_before ?? 0) * trend.decided_before);

export const rejectedBefore = (pattern: AgentPattern): number =>
  pattern.trend.decided_before - approvedBefore(pattern);

export function formatTrend(pattern: AgentPattern, { label }: Window): string {
  const { trend, approved, decided } = pattern;
  if (trend.decided_before === 0) return `nothing was decided in the ${label} before`;
  if (decided === 0) return `nothing is decided in these ${label}`;
  if (trend.direction === "no_data") {
    return `was ${approvedBefore(pattern)} of ${trend.decided_before}; too few to compare`;
  }
  const found = newcombeInterval(
    { hits: approvedBefore(pattern), of: trend.decided_before },
    { hits: approved, of: decided },
  );
  if (found === undefined) return "";
  const points = found.change * 100;
  const range = `${signed(found.low * 100, 1)} to ${signed(found.high * 100, 1)}`;
  const moved =
    signed(points, 1) === "0.0"
      ? "the same as before"
      : `${points > 0 ? "up" : "down"} ${Math.abs(points).toFixed(1)} points from ${ratePercent(trend.approval_rate_before ?? 0)}`;
  const isSure = found.low > 0 || found.high < 0;
  return isSure ? `${moved}; significant (${range})` : `${moved}; 95 % interval ${range}, so not certain`;
}

export function formatTrendShort({ trend, decided }: AgentPattern): string {
  if (trend.direction === "no_data" || trend.delta_points === null) {
    return trend.decided_before === 0 || decided === 0 ? "nothing to compare" : "too few to compare";
  }
  if (trend.direction === "steady") return `steady, ${signed(trend.delta_points, 1)} points`;
  return `${trend.direction === "improving" ? "up" : "down"} ${Math.abs(trend.delta_points).toFixed(1)} points`;
}

export function alertTitle(alert: Alert): string {
  switch (alert.code) {
    case "repeated_tag":
      return `${alert.tag}, ${alert.evidence.occurrences} times in ${alert.evidence.span_hours} hours`;
    case "approval_drop":
      return `Approval down ${Math.round(alert.value)} points`;
    case "dominant_tag":
      return `${alert.tag} in ${alert.evidence.count} of ${alert.evidence.rejected} rejections`;
  }
}
