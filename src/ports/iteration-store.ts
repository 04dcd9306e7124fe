import type { GivenTracking, TaskRound } from "../core/iteration/task-round.ts";

/** A task by its name and whose work it is; two agents may use one name for different tasks. */
export interface TaskKey {
  readonly task: string;
  readonly agent: string | null;
}

/** The rounds of feedback on tasks. Every driver passes test/contract/iteration-store.ts. */
export interface IterationStore {
  /**
   * Keeps a round, and tells of each of its escalations, in one step. Answers false, and changes nothing, where another
   * round has its position, its number or its document: then the task was changed meanwhile and is read again.
   */
  add(round: TaskRound): Promise<boolean>;
  /** Replaces what a document says about the round after it. Answers false where the round is not there. */
  track(key: TaskKey, position: number, tracking: GivenTracking): Promise<boolean>;
  /** The latest rounds of a task, in their order. */
  rounds(key: TaskKey, limit: number): Promise<readonly TaskRound[]>;
  /** The round that a document of a task made. */
  findDocument(key: TaskKey, documentId: string): Promise<TaskRound | undefined>;
  /** The round at which an issue of a task was escalated. */
  findRound(key: TaskKey, position: number): Promise<TaskRound | undefined>;
  /** Tasks with their last round, the last recorded first. `after` is the `next` of the previous page. */
  list(query: TaskQuery): Promise<TaskPage>;
}

export interface TaskQuery {
  /** Whose tasks; everybody's when left out, and those of nobody for null. */
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
  /** How many escalations all its rounds have. */
  readonly escalations: number;
}

export interface TaskPage {
  readonly items: readonly TaskHeader[];
  readonly next?: string;
}
