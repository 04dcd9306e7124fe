import { composedCandidates } from "./candidates.ts";
import { chooseDraft, tryCandidates } from "./choose-draft.ts";
import type { DraftRemark, DraftResult } from "./draft.ts";
import { draftFromEdits } from "./draft-from-edits.ts";
import { joinDrafts } from "./join-drafts.ts";
import { readRemarks } from "./read-remarks.ts";
import { refuseDraft } from "./refuse-draft.ts";

/** Words a rule without knowing what texts mean: by the words that remarks share and by edits. */
export function draftFromWords(remarks: readonly DraftRemark[]): DraftResult {
  const read = readRemarks(remarks);
  const settled = draftFromEdits(read) ?? refuseDraft(read);
  if (settled !== undefined) return settled;
  const tried = tryCandidates(read, composedCandidates(read));
  return chooseDraft(read, [...tried, ...tryCandidates(read, joinDrafts(tried, read))]);
}
