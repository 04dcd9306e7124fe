import type { Feedback } from "./feedback.ts";

/** The record with its outcome as a mere claim: an agent that reports what became of its work decides nothing. */
export function asClaim(record: Feedback): Feedback {
  if (record.outcome === null) return record;
  return { ...record, outcome: null, claimed_outcome: record.outcome };
}
