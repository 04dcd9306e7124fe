import { type KeptAbout, toRefinementRecords } from "../../core/prompt/refinement-record.ts";
import type { Refinement } from "../../core/prompt/refine-prompt.ts";
import type { Store } from "../../ports/store.ts";

/** Writes each iteration to the log, with secrets masked; answers the ids of the entries. */
export const recordRefinement =
  ({ refinements }: Pick<Store, "refinements">) =>
  async (refinement: Pick<Refinement, "log">, about: KeptAbout): Promise<readonly string[]> => {
    const records = toRefinementRecords(refinement, about);
    if (records.length > 0) await refinements.record(records);
    return records.map(({ id }) => id);
  };
