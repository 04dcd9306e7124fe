export {
  agentPattern,
  allAgentPatterns,
  type AgentPattern,
  type PatternOptions,
  type PatternSlice,
  type PatternIssue,
  type PatternTrend,
  type TrendDirection,
} from "../core/pattern/agent-pattern.ts";
export {
  alertThresholds,
  DEFAULT_ALERT_THRESHOLDS,
  type AlertThresholds,
  type ThresholdProblem,
  alertKey,
  type Alert,
  type ApprovalDropAlert,
  type DominantTagAlert,
  type RepeatedTagAlert,
} from "../core/pattern/alert.ts";
export { detectAlerts } from "../core/pattern/detect-alerts.ts";
export { alertRowsFrom } from "../core/pattern/detect-repeated-tags.ts";
export {
  DEFAULT_WINDOW_HOURS,
  MAX_WINDOW_HOURS,
  parseWindow,
  windowOf,
  type PatternWindow,
  type WindowProblem,
} from "../core/pattern/pattern-window.ts";
export { renderPatterns, type RenderPatternsOptions } from "../core/pattern/render-patterns.ts";
export type { AgentHour, RollUp, RollUpHour, TagHour } from "../core/pattern/roll-up.ts";
export { toHour } from "../core/time/time.ts";
