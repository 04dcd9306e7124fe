import type { Page } from "../core/page.ts";
import type { StatedTracking, TaskRound } from "../core/iteration/task-round.ts";
import type { NextOutcome, RefinementBrief, RefinementRecord } from "../core/prompt/refinement-record.ts";
import type { ActionType } from "../core/prompt/refinement-actions.ts";
import type { SignalType } from "../core/signal/signal.ts";

/** A task by name and agent; two agents may use one name for different tasks. */
export interface TaskKey {
  readonly task: string;
  readonly agent: string | null;
}

/** The rounds of feedback on tasks. Every driver passes test/contract/iteration-store.ts. */
export interface IterationStore {
  /**
   * Saves a round and its escalation events in one transaction. Returns false and changes nothing if another round
   * has its position, number or document: the task has changed and must be read again.
   */
  add(round: TaskRound): Promise<boolean>;
  /** Replaces a document's tracking of the round after it. Returns false if the round does not exist. */
  track(key: TaskKey, position: number, tracking: StatedTracking): Promise<boolean>;
  /** The latest rounds of a task, in order. */
  rounds(key: TaskKey, limit: number): Promise<readonly TaskRound[]>;
  /** The round of a document. */
  findDocument(key: TaskKey, documentId: string): Promise<TaskRound | undefined>;
  /** The round at a position. */
  findRound(key: TaskKey, position: number): Promise<TaskRound | undefined>;
  /** Tasks with their last round, the last recorded first. `after` is the `next` of the previous page. */
  list(query: TaskQuery): Promise<Page<TaskHeader>>;
}

export interface TaskQuery {
  /** The agent whose tasks to list: everybody's if omitted, tasks without an agent if null. */
  readonly agent?: string | null;
  /** Tasks of this name. */
  readonly task?: string;
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}

/** A task in a list. */
export interface TaskHeader extends TaskKey {
  readonly round_count: number;
  readonly last_number: number;
  readonly max: number;
  readonly score: number;
  readonly verdict: TaskRound["verdict"];
  readonly target_path: string;
  readonly recorded_at: string;
  /** The number of escalations in all rounds. */
  readonly escalations: number;
}

/** The log of prompt refinements. Every driver passes test/contract/refinement-store.ts. */
export interface RefinementStore {
  /** Stores each record once and returns how many are new. */
  record(records: readonly RefinementRecord[]): Promise<number>;
  find(id: string): Promise<(RefinementRecord & FollowedRefinement) | undefined>;
  /** Newest first, with the outcome that followed; `after` is the `next` of the previous page. */
  list(query: RefinementQuery): Promise<Page<RefinementRecord & FollowedRefinement>>;
  /** The same without prompts. */
  briefs(query: RefinementQuery): Promise<Page<RefinementBrief & FollowedRefinement>>;
}

export interface FollowedRefinement {
  /**
   * The first feedback in the same run or session (and of the same agent, if both name one), or the next refinement
   * there; null if there is none. Outsiders' feedback is ignored.
   */
  readonly next: NextOutcome | null;
}

export interface RefinementQuery {
  readonly agent?: string;
  readonly type?: SignalType;
  readonly action?: ActionType;
  readonly session?: string;
  readonly run?: string;
  /** From this time on. */
  readonly since?: string;
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}
