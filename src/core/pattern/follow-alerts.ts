import { hourNumber } from "../time/time.ts";
import {
  type Alert,
  alertCondition,
  type AlertChange,
  type AlertRecord,
  type AlertThresholds,
} from "./alert.ts";
import type { PatternWindow } from "./pattern-window.ts";

/** An alert is cleared after this long below its threshold, so that a rate fluctuating around it raises nothing new. */
const QUIET_MS = 3_600_000;

/**
 * The hour, counted from 1970, until which alerts are over: nothing new can belong to an episode that ended before
 * it. Alerts that compare windows end now.
 */
export const inForceAfter = ({ to }: PatternWindow, { repeatHours }: AlertThresholds): number =>
  (hourNumber(to) ?? 0) - Math.max(1, Math.floor(repeatHours) || 1);

/**
 * Works out which alerts start, pause, resume and end. `known` contains all raised alerts and those with the id of
 * one in force.
 */
export function followAlerts(
  known: readonly AlertRecord[],
  inForce: readonly Alert[],
  now: string,
): readonly AlertChange[] {
  const raised = new Map<string, AlertRecord>();
  const byId = new Map<string, AlertRecord>();
  for (const record of known) {
    byId.set(record.id, record);
    if (record.status === "raised") raised.set(record.condition, record);
  }
  const changes: AlertChange[] = [];
  const present = new Set<string>();
  for (const alert of inForce) {
    const condition = alertCondition(alert);
    if (present.has(condition)) continue;
    present.add(condition);
    const existing = raised.get(condition);
    if (existing === undefined) {
      const revision = (byId.get(alert.id)?.revision ?? 0) + 1;
      changes.push({ record: begin(alert, condition, revision, now), event: "raised" });
    } else if (existing.absent_since !== null) {
      changes.push(changed(existing, { absent_since: null }, null));
    }
  }
  for (const [condition, record] of raised) {
    if (present.has(condition)) continue;
    if (record.absent_since === null) changes.push(changed(record, { absent_since: now }, null));
    else if (Date.parse(now) - Date.parse(record.absent_since) >= QUIET_MS) {
      changes.push(changed(record, { status: "cleared", cleared_at: now }, "cleared"));
    }
  }
  return changes;
}

const begin = (alert: Alert, condition: string, revision: number, now: string): AlertRecord => ({
  id: alert.id,
  condition,
  revision,
  status: "raised",
  raised_at: now,
  absent_since: null,
  cleared_at: null,
  alert,
});

const changed = (
  record: AlertRecord,
  parts: Partial<AlertRecord>,
  event: AlertChange["event"],
): AlertChange => ({ record: { ...record, ...parts, revision: record.revision + 1 }, event });
