import type { Feedback, Outcome } from "../../../core/feedback/feedback.ts";
import { nextResultOf, type NextResult } from "../../../core/prompt/refinement-record.ts";
import { outputHashes } from "../../../core/feedback/similarity-text.ts";
import { hourNumber } from "../../../core/time/time.ts";
import { StoreError } from "../../../ports/errors.ts";
import { inKeyOrder } from "../batch-statement.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { FeedbackColumns } from "./feedback-tables.ts";
import type { CountedRow } from "./name-limits.ts";

/** A record with its columns and what the roll-ups count. */
export interface FeedbackRow extends FeedbackColumns {
  readonly hour: number;
  readonly outcome: Outcome | null;
  readonly tags: readonly string[];
  /** Hashes of the outputs that the record names. */
  readonly outputs: readonly string[];
  /** Whether a trusted person wrote it. */
  readonly byPerson: boolean;
  /** Whether it counts for its agent. People's own work does not. */
  readonly counts: boolean;
  /** Empty if there is none, or if an outsider wrote it. */
  readonly run: string;
  readonly heard: NextResult;
  /** Whether it has a diff, which may be a correction. */
  readonly hasDiff: boolean;
}

/** Throws a StoreError if the record violates its schema. */
export function toFeedbackRow(feedback: Feedback): FeedbackRow {
  try {
    return {
      byPerson: feedback.author.trust === "person",
      run: feedback.author.trust === "outsider" ? "" : storedText(feedback.run ?? ""),
      heard: nextResultOf(feedback),
      hasDiff: feedback.correction?.diff !== undefined,
      outputs: [...new Set(outputHashes(feedback).map(storedKey))],
      ...toCounted(feedback),
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

/** What the roll-ups need of a record. */
export const toCounted = (feedback: Feedback) => ({
  agent: storedText(feedback.agent ?? ""),
  hour: hourOf(feedback.time),
  outcome: feedback.outcome,
  tags: [...new Set(feedback.tags.map(storedText))],
  counts: feedback.work_of === undefined,
});

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

/** The table only contains what `toFeedbackRow` wrote. */
export const parseFeedbackRecord = (record: string): Feedback => JSON.parse(record) as Feedback;

/** Times are compared as text, so only one format is allowed. */
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

export interface RollUpCounts {
  readonly agentHours: readonly AgentHourRow[];
  readonly tagHours: readonly TagHourRow[];
}

/**
 * What records add to the roll-ups. An outcome counts in the hour of its record. `submitted` is counted when work is
 * submitted. A tag counts once per rejection, and separately once per remark or approval with changes. A clean
 * approval has no issues to count.
 */
export function toRollUpCounts(rows: readonly CountedRow[]): RollUpCounts {
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
      // Stored text never contains NUL.
      const tagKey = `${key}\0${tag}`;
      const counts = tagHours.get(tagKey) ?? [agent, hour, tag, 0, 0];
      counts[outcome === "rejected" ? 3 : 4] += 1;
      tagHours.set(tagKey, counts);
    }
  }
  return { agentHours: inKeyOrder(agentHours), tagHours: inKeyOrder(tagHours) };
}

const COLUMN_OF_OUTCOME = { approved: 3, approved_with_changes: 4, rejected: 5 } as const;
