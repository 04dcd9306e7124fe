import {
  type Alert,
  alertKey,
  type AlertThresholds,
  DEFAULT_ALERT_THRESHOLDS,
  createAlertShortlist,
} from "./alert.ts";
import { shareOf } from "./agent-pattern.ts";
import type { PatternWindow } from "./pattern-window.ts";
import { offerRepeatedTags } from "./detect-repeated-tags.ts";
import { type RollUp, type AgentRollUp, indexRollUp } from "./roll-up.ts";
import { addHours, countHours } from "./tally-rows.ts";
import { hourNumber, hourText } from "../time/time.ts";
import { visibleName } from "../text/visible-name.ts";
import {
  approvalDelta,
  approvalRate,
  approvedOf,
  decidedOf,
  noWork,
  type WorkCounts,
} from "./work-counts.ts";

export interface AlertSearch {
  /** The most alerts to return; all by default. */
  readonly most?: number;
  /** Only alerts that continue after this hour, counted from 1970. */
  readonly after?: number;
}

export interface FoundAlerts {
  readonly alerts: readonly Alert[];
  /** The number of further alerts. */
  readonly more: number;
}

/**
 * Detects crossed thresholds in the window, latest first. It needs the rows from `alertRowsFrom` on. An episode of
 * `repeated_tag` is a run of hours at or above the threshold. The other two compare sliding windows: their episode
 * is the calendar slot of the window's length (at least a day) in which the window ends, so they are raised once
 * per slot.
 */
export function detectAlerts(
  rows: RollUp,
  window: PatternWindow,
  thresholds: AlertThresholds = DEFAULT_ALERT_THRESHOLDS,
): readonly Alert[] {
  return findAlerts(indexRollUp(rows), window, thresholds).alerts;
}

/** The same for an index. Alerts beyond the limit are counted but never built. */
export function findAlerts(
  index: Iterable<readonly [agent: string, rows: AgentRollUp]>,
  window: PatternWindow,
  thresholds: AlertThresholds,
  { most = Number.POSITIVE_INFINITY, after = Number.NEGATIVE_INFINITY }: AlertSearch = {},
): FoundAlerts {
  const end = hourNumber(window.to) ?? 0;
  const [from, start] = [end - window.hours, end - 2 * window.hours];
  const { offer, take } = createAlertShortlist(most, after);
  for (const [agent, rows] of index) {
    offerRepeatedTags(agent, rows, window, thresholds, offer);
    const key = { agent, since: from, until: end };
    const [current, previous] = [noWork(), noWork()];
    addHours(current, rows.work, from, end);
    addHours(previous, rows.work, start, from);
    if (hasDropped(current, previous, thresholds)) {
      offer({ ...key, code: "approval_drop", tag: "" }, () =>
        approvalDrop(agent, current, previous, window, thresholds),
      );
    }
    if (current.rejected < thresholds.dominantRejections) continue;
    for (const [tag, list] of rows.tags) {
      const count = countHours(list, from, end);
      const share = count === 0 ? null : shareOf(count, current.rejected);
      if (share === null || !(share > thresholds.dominantShare)) continue;
      offer({ ...key, code: "dominant_tag", tag }, () =>
        dominantTag(agent, tag, { count, rejected: current.rejected }, share, window, thresholds),
      );
    }
  }
  return take();
}

function hasDropped(
  current: WorkCounts,
  previous: WorkCounts,
  { dropPoints, dropSample }: AlertThresholds,
): boolean {
  const delta = approvalDelta(previous, current);
  if (delta === null || Math.min(decidedOf(current), decidedOf(previous)) < dropSample) return false;
  return -delta >= dropPoints;
}

/** `7 days`, or hours if they make no whole days. */
const spanInWords = (hours: number): string =>
  hours >= 48 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`;

function approvalDrop(
  agent: string,
  current: WorkCounts,
  previous: WorkCounts,
  window: PatternWindow,
  { dropPoints }: AlertThresholds,
): Alert {
  const fall = -(approvalDelta(previous, current) ?? 0);
  const [was, is] = [percent(approvalRate(previous)), percent(approvalRate(current))];
  const identity = { code: "approval_drop", agent, episode: slotOf(window) } as const;
  return {
    id: alertKey(identity),
    ...identity,
    since: window.from,
    until: window.to,
    value: fall,
    threshold: dropPoints,
    message: `${shown(agent)}: approval fell from ${was} to ${is}, ${tenths(fall)} points lower than in the ${spanInWords(window.hours)} before; check its latest rejections`,
    evidence: {
      decided: decidedOf(current),
      approved: approvedOf(current),
      decided_before: decidedOf(previous),
      approved_before: approvedOf(previous),
    },
  };
}

function dominantTag(
  agent: string,
  tag: string,
  evidence: { readonly count: number; readonly rejected: number },
  share: number,
  window: PatternWindow,
  { dominantShare }: AlertThresholds,
): Alert {
  const identity = { code: "dominant_tag", agent, tag, episode: slotOf(window) } as const;
  return {
    id: alertKey(identity),
    ...identity,
    since: window.from,
    until: window.to,
    value: share,
    threshold: dominantShare,
    message: `${shown(agent)}: ${shown(tag)} is in ${percent(share)} of ${evidence.rejected} rejections; make sure that there is a rule against it`,
    evidence,
  };
}

/** Includes the length, because windows of different lengths mean different things. */
function slotOf({ hours, to }: PatternWindow): string {
  const length = Math.max(24, hours);
  const start = Math.floor(((hourNumber(to) ?? 0) - 1) / length) * length;
  return `${hourText(start)}/${hours}h`;
}

const shown = (name: string): string => visibleName(name, 60);
const tenths = (value: number): string => String(Math.round(value * 10) / 10);
const percent = (rate: number | null): string => `${tenths((rate ?? 0) * 100)}%`;
