import { hash64 } from "../hash.ts";
import { fail, ok, type Result } from "../result.ts";
import { byCodeUnits } from "../text/code-points.ts";

interface AlertFrame {
  /** `alertKey` of the alert; the same throughout an episode. */
  readonly id: string;
  readonly agent: string;
  /** The first hour of the alert. */
  readonly since: string;
  /** The end of its last hour. */
  readonly until: string;
  /** The start of the episode, which tells episodes apart. */
  readonly episode: string;
  readonly value: number;
  readonly threshold: number;
  readonly message: string;
}

/** The same mistake repeatedly; `value` is the most occurrences in one span of hours. */
export interface RepeatedTagAlert extends AlertFrame {
  readonly code: "repeated_tag";
  readonly tag: string;
  readonly evidence: { readonly occurrences: number; readonly span_hours: number };
}

/** The approval rate fell; `value` is the drop in percentage points. */
export interface ApprovalDropAlert extends AlertFrame {
  readonly code: "approval_drop";
  readonly evidence: {
    readonly decided: number;
    readonly approved: number;
    readonly decided_before: number;
    readonly approved_before: number;
  };
}

/** One mistake causes many rejections; `value` is its share. */
export interface DominantTagAlert extends AlertFrame {
  readonly code: "dominant_tag";
  readonly tag: string;
  readonly evidence: { readonly count: number; readonly rejected: number };
}

export type Alert = RepeatedTagAlert | ApprovalDropAlert | DominantTagAlert;

/** Identifies an episode, so that it is raised only once. */
export function alertKey(alert: {
  readonly code: Alert["code"];
  readonly agent: string;
  readonly tag?: string;
  readonly episode: string;
}): string {
  return hash64(JSON.stringify([alert.code, alert.agent, alert.tag ?? null, alert.episode]));
}

/** A raised alert and its state. */
export interface AlertRecord {
  readonly id: string;
  /** See `alertCondition`; at most one alert per condition is raised at a time. */
  readonly condition: string;
  /** Incremented by every change. A store only saves a change to the revision that it was based on. */
  readonly revision: number;
  readonly status: "raised" | "cleared";
  readonly raised_at: string;
  /** When the threshold stopped being crossed; null while it is. */
  readonly absent_since: string | null;
  readonly cleared_at: string | null;
  /** The alert at the time it was raised. */
  readonly alert: Alert;
}

/** A changed record, and the event to publish about it. */
export interface AlertChange {
  readonly record: AlertRecord;
  readonly event: "raised" | "cleared" | null;
}

/**
 * Identifies what an alert is about, regardless of when it began: sliding windows and late records do not start a
 * new one.
 */
export const alertCondition = (alert: Alert): string =>
  hash64(JSON.stringify([alert.code, alert.agent, "tag" in alert ? alert.tag : null]));

export interface AlertThresholds {
  /** This many occurrences of the same agent and tag … */
  readonly repeatCount: number;
  /** … within this many consecutive UTC hours. */
  readonly repeatHours: number;
  /** A drop of the approval rate by at least this many percentage points since the previous window. */
  readonly dropPoints: number;
  /** Decisions that each window needs for a drop. */
  readonly dropSample: number;
  /** One tag in more than this share of an agent's rejections. */
  readonly dominantShare: number;
  /** Rejections needed for a share. */
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

/** The range of each threshold, and whether it is an integer. */
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

/** The defaults with overrides; reports every override out of range. */
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

/** The sort key of an alert; hours are counted from 1970, and the tag is empty if there is none. */
interface AlertSortKey {
  readonly code: Alert["code"];
  readonly agent: string;
  readonly tag: string;
  readonly since: number;
  readonly until: number;
}

export type OfferAlert = (key: AlertSortKey, make: () => Alert) => void;

/** The smallest number of alerts that triggers pruning. */
const PRUNE_SIZE = 256;

/**
 * Keeps only the latest alerts, and builds only those, because a page shows a few of many. Alerts that ended by the
 * hour `after` are ignored.
 */
export function createAlertShortlist(
  most: number,
  after: number,
): {
  readonly offer: OfferAlert;
  readonly take: () => { readonly alerts: readonly Alert[]; readonly more: number };
} {
  let kept: { readonly place: AlertSortKey; readonly make: () => Alert }[] = [];
  let offered = 0;
  /** The last alert within the limit; later ones are only counted. */
  let last: AlertSortKey | undefined;
  const prune = (): void => {
    kept = kept.toSorted((a, b) => compareKeys(a.place, b.place)).slice(0, Math.max(0, most));
    last = kept.length < most ? undefined : kept.at(-1)?.place;
  };
  return {
    offer: (key, make) => {
      if (key.until <= after) return;
      offered += 1;
      if (last !== undefined && compareKeys(key, last) > 0) return;
      kept.push({ place: key, make });
      if (kept.length >= 2 * Math.max(most, PRUNE_SIZE)) prune();
    },
    take: () => {
      prune();
      return { alerts: kept.map(({ make }) => make()), more: offered - kept.length };
    },
  };
}

const compareKeys = (a: AlertSortKey, b: AlertSortKey): number =>
  b.until - a.until ||
  byCodeUnits(a.agent, b.agent) ||
  byCodeUnits(a.code, b.code) ||
  byCodeUnits(a.tag, b.tag) ||
  b.since - a.since;
