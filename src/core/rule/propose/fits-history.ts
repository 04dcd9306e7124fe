import { termsOf } from "../../english/phrase.ts";
import { tagWords } from "../../english/tagged-words.ts";
import { tokenize } from "../../english/tokens.ts";
import type { RuleDraft } from "../draft/draft.ts";

/** How sure a draft must be that a person would take it as it is. */
const SURE = 0.65;
/** Words that were made beforehand may be less sure if all remarks are near to them. */
const LESS_SURE = 0.5;
const NEAR = 0.68;
/** What is worded by the remarks must say what most of them say: a name that one of them has is one instance. */
const SHARED = 0.6;
/** At least half of the remarks must want what the draft says and one must say so, unless all are very near to it. */
const AGREED = 0.5;
const VERY_NEAR = 0.85;
/** What must be in common for the remarks' own words if no wish agrees. */
const OWN_NEAR = 0.75;
const OWN_SHARED = 0.7;
/** Remarks that are further away on average share a subject at most. */
const ABOUT_IT = 0.62;
/** Two remarks say less about what is usual than three, so their draft must be surer. */
const FEW = { remarks: 2, sure: 0.8, shared: 0.8 };

/**
 * Whether a draft may be proposed from a history of reviews. There, unlike after a correction, nobody waits for it, so that
 * only what is surely meant is worth somebody's time. `near` is how near the remarks are to the draft on average, `agreed`
 * the share of them whose wish goes together with it, `said` the share whose wish is the draft's own.
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

/** The remarks' own words, of which nearly all remarks have nearly all: then it does not matter if no wish could be read. */
const isSharedWording = (
  { text, source }: Pick<RuleDraft, "text" | "source">,
  remarks: readonly string[],
  near: number,
): boolean =>
  source === "remarks" &&
  near >= OWN_NEAR &&
  remarks.length > FEW.remarks &&
  sharedWords(text, remarks) >= OWN_SHARED;

/** In which part of the remarks the words of a text occur, on average. */
export function sharedWords(text: string, remarks: readonly string[]): number {
  const used = remarks.map((remark) => new Set(wordsOf(remark)));
  const words = wordsOf(text);
  const uses = words.map((word) => used.filter((of) => of.has(word)).length);
  return uses.reduce((sum, count) => sum + count, 0) / Math.max(1, words.length * remarks.length);
}

const wordsOf = (text: string): readonly string[] => termsOf(tagWords(tokenize(text)));
