import {
  type RefinementContext,
  toRefinementRecords,
  type ActionSummary,
  summariseRefinements,
  type RefinementBrief,
} from "../../core/prompt/refinement-record.ts";
import type { Refinement } from "../../core/prompt/refine-prompt.ts";
import type { Store } from "../../ports/store.ts";
import { defined } from "../../core/defined.ts";
import type { FollowedRefinement, RefinementQuery } from "../../ports/iteration-store.ts";

/** Stores each iteration with secrets masked, and returns the ids. */
export const recordRefinement =
  ({ refinements }: Pick<Store, "refinements">) =>
  async (refinement: Pick<Refinement, "log">, about: RefinementContext): Promise<readonly string[]> => {
    const records = toRefinementRecords(refinement, about);
    if (records.length > 0) await refinements.record(records);
    return records.map(({ id }) => id);
  };

const PAGE = 500;
/** The newest entries that are summarised; older ones say little about current prompts. */
const MAX_ENTRIES = 20_000;

export interface RefinementReport {
  /** The number of iterations. */
  readonly entries: number;
  /** Whether older ones were left out. */
  readonly more: boolean;
  readonly actions: readonly ActionSummary[];
}

/** Which actions were applied for which signal, and with what result. */
export const reportRefinements =
  ({ refinements }: Pick<Store, "refinements">) =>
  async (query: Omit<RefinementQuery, "limit" | "after">): Promise<RefinementReport> => {
    const entries: (RefinementBrief & FollowedRefinement)[] = [];
    for (let after: string | undefined; ;) {
      const page = await refinements.briefs({
        ...query,
        limit: PAGE,
        ...defined({ after }),
      });
      entries.push(...page.items);
      after = page.next;
      if (after !== undefined && entries.length < MAX_ENTRIES) continue;
      return { entries: entries.length, more: after !== undefined, actions: summariseRefinements(entries) };
    }
  };
