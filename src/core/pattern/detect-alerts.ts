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
import { type RollUp, type AgentBook, bookOf } from "./roll-up.ts";
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
  /** How many are wanted, the latest first; all when left out. */
  readonly most?: number;
  /** Only those that go on after this hour, counted from 1970. */
  readonly after?: number;
}

export interface FoundAlerts {
  /** The latest first. */
  readonly alerts: readonly Alert[];
  /** How many more there are than were wanted. */
  readonly more: number;
}

/**
 * Every threshold that is crossed in the window, the latest first. Give it the rows from `alertRowsFrom`
 * on; older ones change nothing.
 *
 * An episode of `repeated_tag` is a run of hours at or above the threshold. The other two compare whole
 * windows, which slide: their episode is the calendar slot of the window's length (a day at least) that
 * the window ends in, so that they are raised once per slot.
 */
export function detectAlerts(
  rows: RollUp,
  window: PatternWindow,
  thresholds: AlertThresholds = DEFAULT_ALERT_THRESHOLDS,
): readonly Alert[] {
  return findAlerts(bookOf(rows), window, thresholds).alerts;
}

/** The same from a book, for those who want a few of many: what is not wanted is counted and never built. */
export function findAlerts(
  book: Iterable<readonly [agent: string, rows: AgentBook]>,
  window: PatternWindow,
  thresholds: AlertThresholds,
  { most = Number.POSITIVE_INFINITY, after = Number.NEGATIVE_INFINITY }: AlertSearch = {},
): FoundAlerts {
  const end = hourNumber(window.to) ?? 0;
  const [from, start] = [end - window.hours, end - 2 * window.hours];
  const { offer, take } = createAlertShortlist(most, after);
  for (const [agent, rows] of book) {
    offerRepeatedTags(agent, rows, window, thresholds, offer);
    const place = { agent, since: from, until: end };
    const [current, previous] = [noWork(), noWork()];
    addHours(current, rows.work, from, end);
    addHours(previous, rows.work, start, from);
    if (hasDropped(current, previous, thresholds)) {
      offer({ ...place, code: "approval_drop", tag: "" }, () =>
        approvalDrop(agent, current, previous, window, thresholds),
      );
    }
    if (current.rejected < thresholds.dominantRejections) continue;
    for (const [tag, list] of rows.tags) {
      const count = countHours(list, from, end);
      const share = count === 0 ? null : shareOf(count, current.rejected);
      if (share === null || !(share > thresholds.dominantShare)) continue;
      offer({ ...place, code: "dominant_tag", tag }, () =>
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
    message: `${shown(agent)}: approval fell from ${was} to ${is}, ${tenths(fall)} points lower than in the ${window.hours} hours before; check its latest rejections`,
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

/** Names the slot and its length, since windows of different lengths say different things. */
function slotOf({ hours, to }: PatternWindow): string {
  const length = Math.max(24, hours);
  const start = Math.floor(((hourNumber(to) ?? 0) - 1) / length) * length;
  return `${hourText(start)}/${hours}h`;
}

const shown = (name: string): string => visibleName(name, 60);
const tenths = (value: number): string => String(Math.round(value * 10) / 10);
const percent = (rate: number | null): string => `${tenths((rate ?? 0) * 100)}%`;
