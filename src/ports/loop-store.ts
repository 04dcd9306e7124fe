import type { AuditEntry } from "../core/audit/audit-entry.ts";

/** What came in, came back and was decided over whole UTC days. Every driver passes test/contract/loop-store.ts. */
export interface LoopStore {
  counts(span: LoopSpan): Promise<LoopCounts>;
  /** Occurrences of these mistakes by day and agent; at most 5,000 clusters. */
  occurrences(clusterIds: readonly string[], span: LoopSpan): Promise<readonly MistakeDay[]>;
  /** The most common mistakes of a span, most common first. */
  common(query: LoopSpan & { readonly limit: number }): Promise<readonly MistakeCount[]>;
  /** People's acts of these kinds, oldest first; at most 1,000. */
  acts(query: ActQuery): Promise<readonly AuditEntry[]>;
}

/** From the first day to the last, both included, such as `2026-11-19`. */
export interface LoopSpan {
  readonly first: string;
  readonly last: string;
  readonly agent?: string;
}

export interface LoopCounts {
  /** Feedback that asks for something else, however it arrived; approvals are left out. */
  readonly corrected: number;
  /** How much of it repeats an earlier correction. */
  readonly recurred: number;
}

export interface MistakeCount {
  readonly cluster_id: string;
  readonly count: number;
}

export interface MistakeDay extends MistakeCount {
  readonly agent: string;
  readonly day: string;
}

interface ActQuery {
  readonly first: string;
  readonly last: string;
  readonly actions: readonly string[];
}
