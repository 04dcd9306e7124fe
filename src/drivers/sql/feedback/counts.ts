import { inKeyOrder } from "../in-key-order.ts";
import type { CountedRow } from "./name-limits.ts";

type AgentHourRow = [
  agent: string,
  hour: number,
  submitted: number,
  approved: number,
  withChanges: number,
  rejected: number,
];
type TagHourRow = [agent: string, hour: number, tag: string, rejections: number, remarks: number];

export interface Counts {
  readonly agentHours: readonly AgentHourRow[];
  readonly tagHours: readonly TagHourRow[];
}

/**
 * What records add to the roll-ups. An outcome counts in the hour of its record. A record tells of no
 * submission, so `submitted` is counted by who takes those in. A tag counts once for each rejection that names
 * it, and beside that once for each remark or approval with changes; a clean approval names no issue.
 */
export function countRows(rows: readonly CountedRow[]): Counts {
  const agentHours = new Map<string, AgentHourRow>();
  const tagHours = new Map<string, TagHourRow>();
  for (const { agent, hour, outcome, tags } of rows) {
    const key = `${hour} ${agent}`;
    if (outcome !== null) {
      const counts = agentHours.get(key) ?? [agent, hour, 0, 0, 0, 0];
      counts[COLUMN_OF_OUTCOME[outcome]] += 1;
      agentHours.set(key, counts);
    }
    if (outcome === "approved") continue;
    for (const tag of tags) {
      // No stored text holds a NUL.
      const tagKey = `${key}\0${tag}`;
      const counts = tagHours.get(tagKey) ?? [agent, hour, tag, 0, 0];
      counts[outcome === "rejected" ? 3 : 4] += 1;
      tagHours.set(tagKey, counts);
    }
  }
  return { agentHours: inKeyOrder(agentHours), tagHours: inKeyOrder(tagHours) };
}

const COLUMN_OF_OUTCOME = { approved: 3, approved_with_changes: 4, rejected: 5 } as const;
