import { type Alert, alertKey } from "./alert.ts";
import { type AlertThresholds, DEFAULT_ALERT_THRESHOLDS } from "./alert-thresholds.ts";
import { byCodeUnits } from "./by-code-units.ts";
import { shareOf } from "./pattern-issue.ts";
import type { PatternWindow } from "./pattern-window.ts";
import { detectRepeatedTags } from "./detect-repeated-tags.ts";
import type { RollUp } from "./roll-up.ts";
import { type AgentTally, tallyRows } from "./tally-rows.ts";
import { hourNumber, hourText } from "../time/to-hour.ts";
import { visibleName } from "./visible-name.ts";
import { approvalDelta, approvalRate, approvedOf, decidedOf } from "./work-counts.ts";

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
  const found: Alert[] = [...detectRepeatedTags(rows.tags, window, thresholds)];
  for (const [agent, tally] of tallyRows(rows, window)) {
    const drop = approvalDrop(agent, tally, window, thresholds);
    if (drop !== undefined) found.push(drop);
    for (const [tag, count] of tally.tags) {
      const dominant = dominantTag(agent, tag, count, tally.current.rejected, window, thresholds);
      if (dominant !== undefined) found.push(dominant);
    }
  }
  return found.toSorted(
    (a, b) =>
      byCodeUnits(b.until, a.until) ||
      byCodeUnits(a.agent, b.agent) ||
      byCodeUnits(a.code, b.code) ||
      byCodeUnits(tagOf(a), tagOf(b)) ||
      byCodeUnits(b.since, a.since),
  );
}

function approvalDrop(
  agent: string,
  { current, previous }: AgentTally,
  window: PatternWindow,
  { dropPoints, dropSample }: AlertThresholds,
): Alert | undefined {
  const delta = approvalDelta(previous, current);
  if (delta === null || Math.min(decidedOf(current), decidedOf(previous)) < dropSample) return undefined;
  if (!(-delta >= dropPoints)) return undefined;
  const [was, is] = [percent(approvalRate(previous)), percent(approvalRate(current))];
  const identity = { code: "approval_drop", agent, episode: slotOf(window) } as const;
  return {
    id: alertKey(identity),
    ...identity,
    since: window.from,
    until: window.to,
    value: -delta,
    threshold: dropPoints,
    message: `${shown(agent)}: approval fell from ${was} to ${is}, ${tenths(-delta)} points down on the ${window.hours} hours before; look at its latest rejections`,
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
  count: number,
  rejected: number,
  window: PatternWindow,
  { dominantShare, dominantRejections }: AlertThresholds,
): Alert | undefined {
  const share = shareOf(count, rejected);
  if (share === null || rejected < dominantRejections || !(share > dominantShare)) return undefined;
  const identity = { code: "dominant_tag", agent, tag, episode: slotOf(window) } as const;
  return {
    id: alertKey(identity),
    ...identity,
    since: window.from,
    until: window.to,
    value: share,
    threshold: dominantShare,
    message: `${shown(agent)}: ${shown(tag)} is named in ${percent(share)} of ${rejected} rejections; see that a rule against it is in force`,
    evidence: { count, rejected },
  };
}

/** Names the slot and its length, since windows of different lengths say different things. */
function slotOf({ hours, to }: PatternWindow): string {
  const length = Math.max(24, hours);
  const start = Math.floor(((hourNumber(to) ?? 0) - 1) / length) * length;
  return `${hourText(start)}/${hours}h`;
}

const tagOf = (alert: Alert): string => ("tag" in alert ? alert.tag : "");
const shown = (name: string): string => visibleName(name, 60);
const tenths = (value: number): string => String(Math.round(value * 10) / 10);
const percent = (rate: number | null): string => `${tenths((rate ?? 0) * 100)}%`;
