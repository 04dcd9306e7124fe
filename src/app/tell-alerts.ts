import { DEFAULT_ALERT_THRESHOLDS, type AlertThresholds } from "../core/pattern/alert-thresholds.ts";
import type { AlertChange } from "../core/pattern/alert-record.ts";
import { detectAlerts } from "../core/pattern/detect-alerts.ts";
import { alertRowsFrom } from "../core/pattern/detect-repeated-tags.ts";
import { alertsInForce, followAlerts } from "../core/pattern/follow-alerts.ts";
import { DEFAULT_WINDOW_HOURS, windowOf } from "../core/pattern/pattern-window.ts";
import type { AlertStore } from "../ports/alert-store.ts";
import type { FeedbackStore } from "../ports/feedback-store.ts";

export interface TellAlertsPorts {
  readonly feedback: Pick<FeedbackStore, "rollUp">;
  readonly alerts: Pick<AlertStore, "raised" | "findAll" | "save">;
  readonly now: () => Date;
  readonly thresholds?: AlertThresholds;
  readonly hours?: number;
}

/** No store is asked to find more at once. */
const PAGE = 500;
/** What exceeds this is told in the next round: thresholds that are set too low must not keep everybody else waiting. */
const MAX_CHANGES = 200;

/**
 * Compares what is in force now with what was told, and tells the difference; answers what this call told. Several
 * may do it at once, since each change is saved over the revision it was decided on.
 */
export const tellAlerts =
  ({
    feedback,
    alerts,
    now,
    thresholds = DEFAULT_ALERT_THRESHOLDS,
    hours = DEFAULT_WINDOW_HOURS,
  }: TellAlertsPorts) =>
  async (): Promise<readonly AlertChange[]> => {
    const time = now().toISOString();
    const window = windowOf(time, hours);
    if (!window.ok) throw new RangeError(window.error.message);
    const { to } = window.value;
    const rows = await feedback.rollUp({ from: alertRowsFrom(window.value, thresholds), to });
    const inForce = alertsInForce(detectAlerts(rows, window.value, thresholds), window.value, thresholds);
    const known = [...(await alerts.raised())];
    for (let at = 0; at < inForce.length; at += PAGE) {
      known.push(...(await alerts.findAll(inForce.slice(at, at + PAGE).map(({ id }) => id))));
    }
    const told: AlertChange[] = [];
    for (const change of followAlerts(known, inForce, time).slice(0, MAX_CHANGES)) {
      if ((await alerts.save(change)) && change.told !== null) told.push(change);
    }
    return told;
  };
