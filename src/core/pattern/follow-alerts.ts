import { hourNumber } from "../time/time.ts";
import {
  type Alert,
  alertCondition,
  type AlertChange,
  type AlertRecord,
  type AlertThresholds,
} from "./alert.ts";
import type { PatternWindow } from "./pattern-window.ts";

/** An alert is over once its threshold was not crossed for so long: a rate that swings around it tells nothing new. */
const QUIET_MS = 3_600_000;

/**
 * An alert that ends at this hour, counted from 1970, or before is over: nothing that happens from now on could belong to
 * the same episode. Alerts that compare windows end now.
 */
export const inForceAfter = ({ to }: PatternWindow, { repeatHours }: AlertThresholds): number =>
  (hourNumber(to) ?? 0) - Math.max(1, Math.floor(repeatHours) || 1);

/**
 * What changes now: alerts that begin, that fall silent, that are back, and that are over. `known` are all that are
 * raised, and those that have the id of one in force.
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
    const going = raised.get(condition);
    if (going === undefined) {
      const revision = (byId.get(alert.id)?.revision ?? 0) + 1;
      changes.push({ record: begin(alert, condition, revision, now), told: "raised" });
    } else if (going.absent_since !== null) {
      changes.push(changed(going, { absent_since: null }, null));
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
  told: AlertChange["told"],
): AlertChange => ({ record: { ...record, ...parts, revision: record.revision + 1 }, told });
