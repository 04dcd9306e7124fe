import type { Feedback, Outcome } from "../../../core/feedback/feedback.ts";
import { heardIn, type NextHeard } from "../../../core/prompt/refinement-record.ts";
import { outputHashes } from "../../../core/feedback/similarity-text.ts";
import { hourNumber } from "../../../core/time/time.ts";
import { StoreError } from "../../../ports/errors.ts";
import { storedKey, storedText, inKeyOrder } from "../row-shapes.ts";
import type { FeedbackColumns } from "./feedback-tables.ts";
import type { CountedRow } from "./name-limits.ts";

/** A record as the tables hold it, with what the roll-ups count. */
export interface FeedbackRow extends FeedbackColumns {
  readonly hour: number;
  readonly outcome: Outcome | null;
  readonly tags: readonly string[];
  /** Hashes of the outputs that it names. */
  readonly outputs: readonly string[];
  /** Whether a person of the team said it. */
  readonly byPerson: boolean;
  /** Whether it is counted for its agent; people's own work is not. */
  readonly counts: boolean;
  /** Empty if it names none, or if an outsider said it. */
  readonly run: string;
  readonly heard: NextHeard;
}

/** Throws a StoreError for a record that breaks its own contract. */
export function toFeedbackRow(feedback: Feedback): FeedbackRow {
  try {
    return {
      hour: hourOf(feedback.time),
      outcome: feedback.outcome,
      byPerson: feedback.author.trust === "person",
      counts: feedback.work_of === undefined,
      run: feedback.author.trust === "outsider" ? "" : storedText(feedback.run ?? ""),
      heard: heardIn(feedback),
      tags: [...new Set(feedback.tags.map(storedText))],
      outputs: [...new Set(outputHashes(feedback).map(storedKey))],
      ...toColumns(feedback),
    };
  } catch (error) {
    const id: unknown = (feedback as Partial<Feedback> | undefined)?.id;
    throw new StoreError(
      "record_refused",
      `the record ${String(id).slice(0, 80)} cannot be stored (${(error as Error).message}); expected one as the Feedback schema describes`,
      error,
    );
  }
}

export function toColumns(feedback: Feedback): FeedbackColumns {
  return {
    id: storedKey(feedback.id),
    event_id: storedKey(feedback.event_id),
    fingerprint: storedKey(feedback.fingerprint),
    agent: storedText(feedback.agent ?? ""),
    author: storedText(feedback.author.id),
    time: feedback.time,
    record: JSON.stringify(feedback),
  };
}

/** Only what `toFeedbackRow` wrote is in the table. */
export const fromRecord = (record: string): Feedback => JSON.parse(record) as Feedback;

/** Times are compared as texts, so only the one spelling may get in. */
function hourOf(time: string): number {
  const hour = time.length === 24 && time.endsWith("Z") ? hourNumber(time) : undefined;
  if (hour === undefined) throw new TypeError("its time is not in UTC to the millisecond");
  return hour;
}

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
