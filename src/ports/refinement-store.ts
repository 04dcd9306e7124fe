import type { NextOutcome, RefinementBrief, RefinementRecord } from "../core/prompt/refinement-record.ts";
import type { ActionType } from "../core/prompt/refinement-actions.ts";
import type { SignalType } from "../core/signal/signal.ts";

/** The log of prompt refinements. Every driver passes test/contract/refinement-store.ts. */
export interface RefinementStore {
  /** Keeps each record once; answers how many are new. */
  record(records: readonly RefinementRecord[]): Promise<number>;
  find(id: string): Promise<(RefinementRecord & FollowedRefinement) | undefined>;
  /** Newest first, with what was heard next; `after` is the `next` of the previous page. */
  list(query: RefinementQuery): Promise<RefinementPage<RefinementRecord>>;
  /** The same without prompts. */
  briefs(query: RefinementQuery): Promise<RefinementPage<RefinementBrief>>;
}

export interface FollowedRefinement {
  /**
   * The first feedback that names the same run or session (and the same agent, if both name one), or the next refinement
   * there, whichever comes first; null if nothing came. What outsiders said does not count.
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

interface RefinementPage<Item> {
  readonly items: readonly (Item & FollowedRefinement)[];
  readonly next?: string;
}
