import { noDraft } from "./choose-draft.ts";
import type { DraftResult } from "./draft.ts";
import { readEdits } from "./edits/read-edits.ts";
import { isEdit, type ReadRemarks } from "./read-remarks.ts";
import { tryDraft } from "./try-draft.ts";

/** Edits that all do the same are as sure as words can be. */
const EDITS_SCORE = 0.9;

/**
 * The rule that edits have in common, if every remark comes with one: then it does not matter that the words say
 * nothing. If the words want the contrary, a person decides.
 */
export function draftFromEdits(read: ReadRemarks): DraftResult | undefined {
  const edits = read.all.map(({ remark }) => remark).filter(isEdit);
  if (edits.length < 2 || edits.length < read.all.length) return undefined;
  const found = readEdits(edits);
  if (found === undefined || found.covers < edits.length) return undefined;
  const { contradicts, problem } = tryDraft(found.text, read);
  if (contradicts) return noDraft(`The edits and the remarks disagree: ${problem}.`);
  return {
    ok: true,
    text: found.text,
    why: `All ${found.covers} edits do the same.`,
    source: "edits",
    score: EDITS_SCORE,
  };
}
