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

/** Further changes wait for the next round, so that thresholds that are too low do not delay everything else. */
const MAX_CHANGES = 200;

interface CheckedAgent {
  readonly rows: AgentRollUp;
  readonly revision: number;
  readonly to: string;
  readonly inForce: readonly Alert[];
}

/**
 * Publishes alerts that were raised or cleared since the last call, and returns those of this call. Several
 * processes may do it, because each change is saved over the revision it was based on. An agent is checked again
 * after new records and when the window moves by an hour.
 */
export const publishAlerts = ({
  feedback,
  alerts,
  now,
  thresholds = DEFAULT_ALERT_THRESHOLDS,
  hours = DEFAULT_WINDOW_HOURS,
}: PublishAlertsPorts) => {
  const cache = cachedRollUps(feedback);
  const checked = new Map<string, CheckedAgent>();

  function findInForce(index: RollUpIndex, window: PatternWindow): readonly Alert[] {
    const inForce: Alert[] = [];
    for (const agent of checked.keys()) if (!index.has(agent)) checked.delete(agent);
    const after = inForceAfter(window, thresholds);
    for (const [agent, rows] of index) {
      let found = checked.get(agent);
      if (found?.rows !== rows || found.revision !== rows.revision || found.to !== window.to) {
        const { alerts: crossed } = findAlerts([[agent, rows]], window, thresholds, { after });
        found = { rows, revision: rows.revision, to: window.to, inForce: crossed };
        checked.set(agent, found);
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
    const index = await cache.read({ from: alertRowsFrom(window.value, thresholds), to });
    const inForce = findInForce(index, window.value);
    const changes = followAlerts(await alerts.raised(), inForce, time).slice(0, MAX_CHANGES);
    const raisedAlerts = changes
      .filter((change) => change.event === "raised")
      .map(({ record }) => record.alert);
    // A cleared alert continues from its last revision.
    const known = await alerts.findAll(raisedAlerts.map(({ id }) => id));
    const published: AlertChange[] = [];
    for (const change of [
      ...followAlerts(known, raisedAlerts, time),
      ...changes.filter((other) => other.event !== "raised"),
    ]) {
      if ((await alerts.save(change)) && change.event !== null) published.push(change);
    }
    return published;
  };
};

export interface WatchAlertsPorts extends PublishAlertsPorts {
  readonly alerts: PublishAlertsPorts["alerts"] & Pick<AlertStore, "takeWatch">;
  /** Resolves after the delay, or as soon as the signal fires. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called for raised and cleared alerts. Never throws. */
  readonly onPublished?: (change: AlertChange) => void;
  /** Called for a failed round; the next one retries. Never throws. */
  readonly onFault?: (fault: { readonly code: "alert_watch_failed"; readonly message: string }) => void;
}

const ROUND_MS = 60_000;
/** Rounds after which another worker takes over. */
const LOCK_ROUNDS = 2;

/**
 * Checks alerts every minute until the signal fires. Every worker may start it; one of them holds the lock, and
 * another takes over.
 */
export const watchAlerts = ({ wait, onPublished, onFault, ...ports }: WatchAlertsPorts) => {
  const publish = publishAlerts(ports);
  return async (signal: AbortSignal): Promise<void> => {
    let lockedUntil: number | undefined;
    while (!signal.aborted) {
      try {
        lockedUntil = await ports.alerts.takeWatch(LOCK_ROUNDS * ROUND_MS, lockedUntil);
        if (lockedUntil !== undefined) for (const change of await publish()) onPublished?.(change);
      } catch (error) {
        const message = `alerts could not be checked; next attempt in ${ROUND_MS} ms: ${reasonOf(error)}`;
        onFault?.({ code: "alert_watch_failed", message });
      }
      await wait(ROUND_MS, signal);
    }
    // Releases the lock for others; if the store is gone, they take over a little later.
    if (lockedUntil !== undefined) await ports.alerts.takeWatch(0, lockedUntil).catch(() => undefined);
  };
};
