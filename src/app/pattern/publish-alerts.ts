import {
  DEFAULT_ALERT_THRESHOLDS,
  type AlertThresholds,
  type AlertChange,
  type Alert,
} from "../../core/pattern/alert.ts";
import { findAlerts } from "../../core/pattern/detect-alerts.ts";
import { alertRowsFrom } from "../../core/pattern/detect-repeated-tags.ts";
import { followAlerts, inForceAfter } from "../../core/pattern/follow-alerts.ts";
import { DEFAULT_WINDOW_HOURS, type PatternWindow, windowOf } from "../../core/pattern/pattern-window.ts";
import type { AgentRollUp, RollUpIndex } from "../../core/pattern/roll-up.ts";
import type { AlertStore } from "../../ports/webhook.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import { cachedRollUps } from "./roll-up-cache.ts";
import { reasonOf } from "../../core/event/retry-delay.ts";

interface PublishAlertsPorts {
  readonly feedback: Pick<FeedbackStore, "rollUp" | "rollUpSince">;
  readonly alerts: Pick<AlertStore, "raised" | "findAll" | "save">;
  readonly now: () => Date;
  readonly thresholds?: AlertThresholds;
  readonly hours?: number;
}

/** What exceeds this is told in the next round: thresholds that are set too low must not keep everybody else waiting. */
const MAX_CHANGES = 200;

interface Looked {
  readonly rows: AgentRollUp;
  readonly revision: number;
  readonly to: string;
  readonly inForce: readonly Alert[];
}

/**
 * Compares what is in force now with what was told, and tells the difference; answers what this call told. Several
 * may do it at once, since each change is saved over the revision it was decided on. An agent is looked at again
 * when something of it was recorded, and when the window slides by an hour.
 */
export const publishAlerts = ({
  feedback,
  alerts,
  now,
  thresholds = DEFAULT_ALERT_THRESHOLDS,
  hours = DEFAULT_WINDOW_HOURS,
}: PublishAlertsPorts) => {
  const kept = cachedRollUps(feedback);
  const looked = new Map<string, Looked>();

  function lookAt(book: RollUpIndex, window: PatternWindow): readonly Alert[] {
    const inForce: Alert[] = [];
    for (const agent of looked.keys()) if (!book.has(agent)) looked.delete(agent);
    const after = inForceAfter(window, thresholds);
    for (const [agent, rows] of book) {
      let found = looked.get(agent);
      if (found?.rows !== rows || found.revision !== rows.revision || found.to !== window.to) {
        const { alerts: crossed } = findAlerts([[agent, rows]], window, thresholds, { after });
        found = { rows, revision: rows.revision, to: window.to, inForce: crossed };
        looked.set(agent, found);
      }
      for (const alert of found.inForce) inForce.push(alert);
    }
    return inForce;
  }

  return async (): Promise<readonly AlertChange[]> => {
    const time = now().toISOString();
    const window = windowOf(time, hours);
    if (!window.ok) throw new RangeError(window.error.message);
    const { to } = window.value;
    const book = await kept.read({ from: alertRowsFrom(window.value, thresholds), to });
    const inForce = lookAt(book, window.value);
    const changes = followAlerts(await alerts.raised(), inForce, time).slice(0, MAX_CHANGES);
    const begun = changes.filter((change) => change.event === "raised").map(({ record }) => record.alert);
    // What was told before and is over goes on from its last revision.
    const known = await alerts.findAll(begun.map(({ id }) => id));
    const told: AlertChange[] = [];
    for (const change of [
      ...followAlerts(known, begun, time),
      ...changes.filter((other) => other.event !== "raised"),
    ]) {
      if ((await alerts.save(change)) && change.event !== null) told.push(change);
    }
    return told;
  };
};

export interface WatchAlertsPorts extends PublishAlertsPorts {
  readonly alerts: PublishAlertsPorts["alerts"] & Pick<AlertStore, "takeWatch">;
  /** Answers after so many milliseconds, or as soon as the signal fires. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Hears of alerts that began and that are over. Never throws. */
  readonly onTold?: (change: AlertChange) => void;
  /** Hears of a round that failed; the next one tries again. Never throws. */
  readonly onFault?: (fault: { readonly code: "alert_watch_failed"; readonly message: string }) => void;
}

const ROUND_MS = 60_000;
/** Rounds after which another worker looks where the one that did is gone. */
const HELD_ROUNDS = 2;

/**
 * Looks every minute which alerts begin and which are over, until the signal fires. Every worker may start it; one of
 * them has the watch and looks, and another takes it over.
 */
export const watchAlerts = ({ wait, onTold, onFault, ...ports }: WatchAlertsPorts) => {
  const tell = publishAlerts(ports);
  return async (signal: AbortSignal): Promise<void> => {
    let held: number | undefined;
    while (!signal.aborted) {
      try {
        held = await ports.alerts.takeWatch(HELD_ROUNDS * ROUND_MS, held);
        if (held !== undefined) for (const change of await tell()) onTold?.(change);
      } catch (error) {
        const message = `alerts could not be checked; next attempt in ${ROUND_MS} ms: ${reasonOf(error)}`;
        onFault?.({ code: "alert_watch_failed", message });
      }
      await wait(ROUND_MS, signal);
    }
    // Another may look at once; where the store is gone already, it does so a little later.
    if (held !== undefined) await ports.alerts.takeWatch(0, held).catch(() => undefined);
  };
};
