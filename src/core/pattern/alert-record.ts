import { hash64 } from "../hash.ts";
import type { Alert } from "./alert.ts";

/** An alert that was told, and what became of it. */
export interface AlertRecord {
  /** The alert's id when it was raised. */
  readonly id: string;
  /** See `alertCondition`; at most one alert of a condition is raised at a time. */
  readonly condition: string;
  /** One more with every change; a store saves a change only over the revision that it was decided on. */
  readonly revision: number;
  readonly status: "raised" | "cleared";
  readonly raised_at: string;
  /** Since when the threshold is no longer crossed; null while it is. */
  readonly absent_since: string | null;
  readonly cleared_at: string | null;
  /** As it was when it was raised. */
  readonly alert: Alert;
}

/** A record after a change, and what there is to tell of it. */
export interface AlertChange {
  readonly record: AlertRecord;
  readonly told: "raised" | "cleared" | null;
}

/** What an alert is about, whenever it began: windows slide and late records come in, and that begins nothing anew. */
export const alertCondition = (alert: Alert): string =>
  hash64(JSON.stringify([alert.code, alert.agent, "tag" in alert ? alert.tag : null]));
