import { hash64 } from "../hash.ts";
import { fail, ok, type Result } from "../result.ts";
import { byCodeUnits } from "../text/code-points.ts";

interface AlertFrame {
  /** `alertKey` of the alert: the same for as long as the episode lasts. */
  readonly id: string;
  readonly agent: string;
  /** The first hour the alert is about. */
  readonly since: string;
  /** The end of the last hour it is about. */
  readonly until: string;
  /** Where the episode begins, for telling episodes apart. */
  readonly episode: string;
  readonly value: number;
  readonly threshold: number;
  readonly message: string;
}

/** The same mistake again and again; `value` is the most that fell into any one span of hours. */
export interface RepeatedTagAlert extends AlertFrame {
  readonly code: "repeated_tag";
  readonly tag: string;
  readonly evidence: { readonly occurrences: number; readonly span_hours: number };
}

/** Less is approved than before; `value` is how many percentage points less. */
export interface ApprovalDropAlert extends AlertFrame {
  readonly code: "approval_drop";
  readonly evidence: {
    readonly decided: number;
    readonly approved: number;
    readonly decided_before: number;
    readonly approved_before: number;
  };
}

/** One mistake is behind many rejections; `value` is its share of them. */
export interface DominantTagAlert extends AlertFrame {
  readonly code: "dominant_tag";
  readonly tag: string;
  readonly evidence: { readonly count: number; readonly rejected: number };
}

/** A threshold crossed. */
export type Alert = RepeatedTagAlert | ApprovalDropAlert | DominantTagAlert;

/** What makes two alerts one: a store that keeps keys raises each episode once. */
export function alertKey(of: {
  readonly code: Alert["code"];
  readonly agent: string;
  readonly tag?: string;
  readonly episode: string;
}): string {
  return hash64(JSON.stringify([of.code, of.agent, of.tag ?? null, of.episode]));
}

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

/** When a pattern is worth an alert. */
export interface AlertThresholds {
  /** The same agent and tag this often … */
  readonly repeatCount: number;
  /** … within so many consecutive UTC hours. */
  readonly repeatHours: number;
  /** The approval rate down by this many percentage points or more against the window before. */
  readonly dropPoints: number;
  /** Decisions that both windows need before a drop counts. */
  readonly dropSample: number;
  /** One tag in more than this part of an agent's rejections. */
  readonly dominantShare: number;
  /** Rejections needed before a share counts. */
  readonly dominantRejections: number;
}

export const DEFAULT_ALERT_THRESHOLDS: AlertThresholds = {
  repeatCount: 3,
  repeatHours: 6,
  dropPoints: 15,
  dropSample: 5,
  dominantShare: 0.4,
  dominantRejections: 5,
};

export interface ThresholdProblem {
  readonly code: "invalid_threshold";
  readonly field: keyof AlertThresholds;
  readonly message: string;
}

/** Least and most of each threshold, and whether it is a whole number. */
export const ALERT_RANGES: Readonly<
  Record<keyof AlertThresholds, readonly [least: number, most: number, whole: boolean]>
> = {
  repeatCount: [1, 1_000_000, true],
  repeatHours: [1, 168, true],
  dropPoints: [0.1, 100, false],
  dropSample: [1, 1_000_000, true],
  dominantShare: [0, 1, false],
  dominantRejections: [1, 1_000_000, true],
};

/** Defaults with some replaced; every replacement out of its range is reported. */
export function alertThresholds(
  changed: Partial<AlertThresholds> = {},
): Result<AlertThresholds, readonly ThresholdProblem[]> {
  const thresholds = { ...DEFAULT_ALERT_THRESHOLDS, ...changed };
  const problems = Object.entries(ALERT_RANGES).flatMap(
    ([name, [least, most, whole]]): ThresholdProblem[] => {
      const field = name as keyof AlertThresholds;
      const value = thresholds[field];
      if (value >= least && value <= most && (!whole || Number.isInteger(value))) return [];
      const message = `expected ${field} as a ${whole ? "whole " : ""}number from ${least} to ${most}, got ${String(value).slice(0, 40)}`;
      return [{ code: "invalid_threshold", field, message }];
    },
  );
  return problems.length > 0 ? fail(problems) : ok(thresholds);
}

/** What decides the order of alerts; hours are counted from 1970, and an alert about no tag has an empty one. */
interface AlertPlace {
  readonly code: Alert["code"];
  readonly agent: string;
  readonly tag: string;
  readonly since: number;
  readonly until: number;
}

export type OfferAlert = (place: AlertPlace, make: () => Alert) => void;

/** Below so many nothing is thrown away before the end. */
const LEAST_KEPT = 256;

/**
 * Keeps the latest of all alerts that are offered and builds only those: of many agents' alerts a page shows a few. One
 * that is over by the hour `after` is not counted.
 */
export function createAlertShortlist(
  most: number,
  after: number,
): {
  readonly offer: OfferAlert;
  readonly take: () => { readonly alerts: readonly Alert[]; readonly more: number };
} {
  let kept: { readonly place: AlertPlace; readonly make: () => Alert }[] = [];
  let offered = 0;
  /** The last that has room at present; what comes after it is only counted. */
  let last: AlertPlace | undefined;
  const cut = (): void => {
    kept = kept.toSorted((a, b) => inOrder(a.place, b.place)).slice(0, Math.max(0, most));
    last = kept.length < most ? undefined : kept.at(-1)?.place;
  };
  return {
    offer: (place, make) => {
      if (place.until <= after) return;
      offered += 1;
      if (last !== undefined && inOrder(place, last) > 0) return;
      kept.push({ place, make });
      if (kept.length >= 2 * Math.max(most, LEAST_KEPT)) cut();
    },
    take: () => {
      cut();
      return { alerts: kept.map(({ make }) => make()), more: offered - kept.length };
    },
  };
}

const inOrder = (a: AlertPlace, b: AlertPlace): number =>
  b.until - a.until ||
  byCodeUnits(a.agent, b.agent) ||
  byCodeUnits(a.code, b.code) ||
  byCodeUnits(a.tag, b.tag) ||
  b.since - a.since;
