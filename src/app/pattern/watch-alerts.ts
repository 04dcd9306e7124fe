import { reasonOf } from "../../core/event/retry-delay.ts";
import type { AlertChange } from "../../core/pattern/alert.ts";
import type { AlertStore } from "../../ports/alert-store.ts";
import { publishAlerts, type PublishAlertsPorts } from "./publish-alerts.ts";

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
        const message = `alerts could not be looked for and are again in ${ROUND_MS} ms: ${reasonOf(error)}`;
        onFault?.({ code: "alert_watch_failed", message });
      }
      await wait(ROUND_MS, signal);
    }
    // Another may look at once; where the store is gone already, it does so a little later.
    if (held !== undefined) await ports.alerts.takeWatch(0, held).catch(() => undefined);
  };
};
