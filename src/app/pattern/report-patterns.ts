import type { GateCatalogue } from "../../core/gate/gate-catalogue.ts";
import { type AgentPattern, patternIn, rankAgents } from "../../core/pattern/agent-pattern.ts";
import { DEFAULT_ALERT_THRESHOLDS, type AlertThresholds } from "../../core/pattern/alert-thresholds.ts";
import type { Alert } from "../../core/pattern/alert.ts";
import { findAlerts } from "../../core/pattern/detect-alerts.ts";
import { alertRowsFrom } from "../../core/pattern/detect-repeated-tags.ts";
import { windowOf, type PatternWindow, type WindowProblem } from "../../core/pattern/pattern-window.ts";
import { bookOf } from "../../core/pattern/roll-up-book.ts";
import { ok, type Result } from "../../core/result.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { KeptRollUps } from "./keep-roll-ups.ts";

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
    catalogue,
    thresholds = DEFAULT_ALERT_THRESHOLDS,
    kept,
  }: {
    readonly store: Pick<FeedbackStore, "rollUp">;
    readonly kept?: KeptRollUps;
    readonly catalogue: GateCatalogue;
    readonly thresholds?: AlertThresholds;
  }) =>
  async ({ now, hours, agent, most }: PatternQuestion): Promise<Result<PatternReport, WindowProblem>> => {
    const asked = windowOf(now, hours);
    if (!asked.ok) return asked;
    const window = asked.value;
    const range = { from: alertRowsFrom(window, thresholds), to: window.to };
    const book =
      agent === undefined && kept !== undefined
        ? await kept.read(range)
        : bookOf(await store.rollUp({ ...range, ...(agent === undefined ? {} : { agent }) }));
    const ranked = agent === undefined ? rankAgents(book, window) : [agent];
    const shown = ranked.slice(0, most?.agents);
    const { alerts, more } = findAlerts(
      book,
      window,
      thresholds,
      most === undefined ? {} : { most: most.alerts },
    );
    return ok({
      window,
      patterns: shown.map((name) => patternIn(book, name, window, catalogue)),
      patternsMore: ranked.length - shown.length,
      alerts,
      alertsMore: more,
    });
  };
