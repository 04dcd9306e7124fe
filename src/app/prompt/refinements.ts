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

/** Writes each iteration to the log, with secrets masked; answers the ids of the entries. */
export const recordRefinement =
  ({ refinements }: Pick<Store, "refinements">) =>
  async (refinement: Pick<Refinement, "log">, about: RefinementContext): Promise<readonly string[]> => {
    const records = toRefinementRecords(refinement, about);
    if (records.length > 0) await refinements.record(records);
    return records.map(({ id }) => id);
  };

const PAGE = 500;
/** The newest that are summarised; older ones say little about how prompts are refined now. */
const MOST = 20_000;

export interface RefinementReport {
  /** How many iterations it is about. */
  readonly entries: number;
  /** Whether there are older ones that it leaves out. */
  readonly more: boolean;
  readonly actions: readonly ActionSummary[];
}

/** Which actions were applied for which signal, and what came of it. */
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
      if (after !== undefined && entries.length < MOST) continue;
      return { entries: entries.length, more: after !== undefined, actions: summariseRefinements(entries) };
    }
  };
