import { termsOf } from "../../english/phrase.ts";
import { tagWords } from "../../english/tagged-words.ts";
import { tokenize } from "../../english/tokens.ts";
import type { RuleDraft } from "../draft/draft.ts";

/** The score from which a person would probably take a draft as it is. */
const SURE = 0.65;
/** Prepared texts may score lower if all remarks are close to them. */
const LESS_SURE = 0.5;
const NEAR = 0.68;
/** A draft in the remarks' own words must say what most of them say. A name that only one has is an instance. */
const SHARED = 0.6;
/** At least half of the remarks must want what the draft says and one must say so, unless all are very close to it. */
const AGREED = 0.5;
const VERY_NEAR = 0.85;
/** The thresholds for the remarks' own words if no wish agrees. */
const OWN_NEAR = 0.75;
const OWN_SHARED = 0.7;
/** Remarks below this average share a subject at most. */
const ABOUT_IT = 0.62;
/** Two remarks are weaker evidence than three, so their draft must score higher. */
const FEW = { remarks: 2, sure: 0.8, shared: 0.8 };

/**
 * Whether a draft may be proposed from a review history. Nobody is waiting for it there, so only clear cases are
 * worth somebody's time. `near` is the average similarity of the remarks to the draft, `agreed` the share of remarks
 * with a compatible wish, `exact` the share whose wish is the same.
 */
export function fitsHistory(
  draft: Pick<RuleDraft, "text" | "source" | "score">,
  remarks: readonly string[],
  { near, agreed, exact }: { readonly near: number; readonly agreed: number; readonly exact: number },
): boolean {
  const isAgreed =
    (agreed >= AGREED && exact > 0) || near >= VERY_NEAR || isSharedWording(draft, remarks, near);
  if (near < ABOUT_IT || !isAgreed) return false;
  if (remarks.length <= FEW.remarks) {
    return draft.source === "remarks"
      ? draft.score >= SURE && sharedWords(draft.text, remarks) >= FEW.shared
      : draft.score >= FEW.sure;
  }
  if (draft.source === "catalogue" || draft.source === "library") {
    return draft.score >= SURE || (draft.score >= LESS_SURE && near >= NEAR);
  }
  return draft.score >= SURE && sharedWords(draft.text, remarks) >= SHARED;
}

/** Whether nearly all remarks share nearly all words of a draft. Then it does not matter if no wish could be read. */
const isSharedWording = (
  { text, source }: Pick<RuleDraft, "text" | "source">,
  remarks: readonly string[],
  near: number,
): boolean =>
  source === "remarks" &&
  near >= OWN_NEAR &&
  remarks.length > FEW.remarks &&
  sharedWords(text, remarks) >= OWN_SHARED;

/** The average share of remarks that contain a word of the text. */
export function sharedWords(text: string, remarks: readonly string[]): number {
  const used = remarks.map((remark) => new Set(wordsOf(remark)));
  const words = wordsOf(text);
  const uses = words.map((word) => used.filter((of) => of.has(word)).length);
  return uses.reduce((sum, count) => sum + count, 0) / Math.max(1, words.length * remarks.length);
}

const wordsOf = (text: string): readonly string[] => termsOf(tagWords(tokenize(text)));
