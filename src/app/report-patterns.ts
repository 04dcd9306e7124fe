import type { GateCatalogue } from "../core/gate/gate-catalogue.ts";
import { agentPattern, allAgentPatterns, type AgentPattern } from "../core/pattern/agent-pattern.ts";
import { DEFAULT_ALERT_THRESHOLDS, type AlertThresholds } from "../core/pattern/alert-thresholds.ts";
import type { Alert } from "../core/pattern/alert.ts";
import { detectAlerts } from "../core/pattern/detect-alerts.ts";
import { alertRowsFrom } from "../core/pattern/detect-repeated-tags.ts";
import { windowOf, type PatternWindow, type WindowProblem } from "../core/pattern/pattern-window.ts";
import { ok, type Result } from "../core/result.ts";
import type { FeedbackStore } from "../ports/feedback-store.ts";

export interface PatternReport {
  readonly window: PatternWindow;
  /** The asked-for agent alone, or every agent that worked in the window. */
  readonly patterns: readonly AgentPattern[];
  readonly alerts: readonly Alert[];
}

export interface PatternQuestion {
  /** The present, as an RFC 3339 timestamp. */
  readonly now: string;
  readonly hours: number;
  readonly agent?: string;
}

/** What agents get wrong over a window and which thresholds that crosses, from one question to the store. */
export const reportPatterns =
  ({
    store,
    catalogue,
    thresholds = DEFAULT_ALERT_THRESHOLDS,
  }: {
    readonly store: FeedbackStore;
    readonly catalogue: GateCatalogue;
    readonly thresholds?: AlertThresholds;
  }) =>
  async ({ now, hours, agent }: PatternQuestion): Promise<Result<PatternReport, WindowProblem>> => {
    const window = windowOf(now, hours);
    if (!window.ok) return window;
    const rows = await store.rollUp({
      from: alertRowsFrom(window.value, thresholds),
      to: window.value.to,
      ...(agent === undefined ? {} : { agent }),
    });
    return ok({
      window: window.value,
      patterns:
        agent === undefined
          ? allAgentPatterns(rows, window.value, catalogue)
          : [agentPattern(agent, rows, window.value, catalogue)],
      alerts: detectAlerts(rows, window.value, thresholds),
    });
  };
