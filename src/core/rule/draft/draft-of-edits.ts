import { noDraft } from "./choose-draft.ts";
import type { DraftResult } from "./draft.ts";
import type { EditReading } from "./edits/read-edits.ts";
import type { ReadRemarks } from "./read-remarks.ts";
import { tryDraft } from "./try-draft.ts";

/** The rule that edits have in common, unless somebody's words want the contrary. */
export function draftOfEdits({ text, covers }: EditReading, read: ReadRemarks): DraftResult {
  const { contradicts, problem } = tryDraft(text, read);
  if (contradicts) return noDraft(`The edits and the remarks disagree: ${problem}.`);
  return { ok: true, text, why: `All ${covers} edits do the same.`, source: "edits" };
}
