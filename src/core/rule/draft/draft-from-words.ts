import { isSpecificRemark } from "../propose/is-specific.ts";
import { noDraft, type Candidate, chooseDraft, tryCandidates } from "./choose-draft.ts";
import { type RemarkConflict, findDisagreement } from "./disagreement.ts";
import type { NoDraft, DraftResult, DraftRemark } from "./draft.ts";
import { type ReadRemarks, isEdit, readRemarks } from "./read-remarks.ts";
import { composeDrafts } from "./compose-drafts.ts";
import { readEdits } from "./edits/read-edits.ts";
import { tryDraft } from "./try-draft.ts";
import { joinDrafts } from "./join-drafts.ts";

/** Remarks with a lower mean similarity are not about one thing. Mixed remarks have about 0.05. */
const MIN_COHERENCE = 0.12;

/** Why no rule should be drafted, before any text is tried. */
export function refuseDraft(
  { count, all, support }: ReadRemarks,
  likeness?: (a: number, b: number) => number,
): NoDraft | undefined {
  const wishing = all.filter(({ reading }) => reading.wishes.some(({ act }) => act !== "ask"));
  if (all.every(({ reading }) => reading.language === "other")) {
    return noDraft("The remarks are not in English, and no language model is configured to word them.");
  }
  if (wishing.length === 0 && !all.some(({ remark }) => isSpecificRemark(remark.text))) {
    return noDraft("No remark says what is wanted.");
  }
  if (count > 1 && all.length === 1) return noDraft("Only one remark says what is wanted.");
  if (count > 1 && support.shared.length === 0 && all.every(({ terms }) => terms.size < 2)) {
    return noDraft("No remark says what is wanted.");
  }
  const found = findDisagreement(all);
  if (found !== undefined) return noDraft(formatDisagreement(found));
  if (likeness !== undefined && all.length > 1 && support.shared.length === 0) {
    const pairs = all.flatMap((_, a) => all.slice(a + 1).map((__, b) => likeness(a, a + 1 + b)));
    const mean = pairs.reduce((sum, each) => sum + each, 0) / pairs.length;
    if (mean < MIN_COHERENCE) return noDraft("The remarks are about different things.");
  }
  return undefined;
}

function formatDisagreement({ one, other, firstWords, secondWords }: RemarkConflict): string {
  const name = (author: string | undefined, otherwise: string): string => author ?? otherwise;
  const [first, second] = [name(one.remark.author, "one person"), name(other.remark.author, "another")];
  return `People disagree: ${first} says "${firstWords}", ${second} says "${secondWords}".`;
}

/** Candidates in the remarks' own words. */
export const composedCandidates = (read: ReadRemarks): readonly Candidate[] =>
  composeDrafts(read).map(({ text, hasBothHalves, from, isImplied, force }) => ({
    text,
    source: "remarks",
    origin: {
      kind: "remarks",
      hasBothHalves,
      from,
      isImplied,
      isPlain: force === "order" || force === "request",
    },
  }));

/** Edits that all do the same are as good as words. */
const EDITS_SCORE = 0.9;

/**
 * The rule that the edits share, if every remark comes with one. The words may then say nothing. If they contradict
 * the edits, a person decides.
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

/** Drafts a rule without a model of meaning: from the words and edits that remarks share. */
export function draftFromWords(remarks: readonly DraftRemark[]): DraftResult {
  const read = readRemarks(remarks);
  const settled = draftFromEdits(read) ?? refuseDraft(read);
  if (settled !== undefined) return settled;
  const tried = tryCandidates(read, composedCandidates(read));
  return chooseDraft(read, [...tried, ...tryCandidates(read, joinDrafts(tried, read))]);
}
