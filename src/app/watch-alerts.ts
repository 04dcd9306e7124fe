import { reasonOf } from "../core/event/reason-of.ts";
import type { AlertChange } from "../core/pattern/alert-record.ts";
import { tellAlerts, type TellAlertsPorts } from "./tell-alerts.ts";

export interface WatchAlertsPorts extends TellAlertsPorts {
  /** Answers after so many milliseconds, or as soon as the signal fires. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly everyMs?: number;
  /** Hears of alerts that began and that are over. Never throws. */
  readonly onTold?: (change: AlertChange) => void;
  /** Hears of a round that failed; the next one tries again. Never throws. */
  readonly onFault?: (fault: { readonly code: "alert_watch_failed"; readonly message: string }) => void;
}

const ROUND_MS = 60_000;

/** Looks every minute which alerts begin and which are over, until the signal fires. Every worker may do it. */
export const watchAlerts = ({ wait, everyMs = ROUND_MS, onTold, onFault, ...ports }: WatchAlertsPorts) => {
  const tell = tellAlerts(ports);
  return async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      try {
        for (const change of await tell()) onTold?.(change);
      } catch (error) {
        const message = `alerts could not be looked for and are again in ${everyMs} ms: ${reasonOf(error)}`;
        onFault?.({ code: "alert_watch_failed", message });
      }
      await wait(everyMs, signal);
    }
  };
};
