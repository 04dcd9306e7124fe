import { remarkSaysWhat } from "../propose/says-what.ts";
import { noDraft } from "./choose-draft.ts";
import { type Disagreement, disagreementOf } from "./disagreement.ts";
import type { NoDraft } from "./draft.ts";
import type { ReadRemarks } from "./read-remarks.ts";

/** The mean likeness of two remarks below which they are not about one thing. Mixed remarks have about 0.05. */
const LEAST_COHERENCE = 0.12;

/** Why no rule should be made of these remarks, before any wording is tried. */
export function refuseDraft(
  { given, all, support }: ReadRemarks,
  likeness?: (a: number, b: number) => number,
): NoDraft | undefined {
  const wishing = all.filter(({ reading }) => reading.wishes.some(({ act }) => act !== "ask"));
  if (all.every(({ reading }) => reading.language === "other")) {
    return noDraft("The remarks are not in English, and no language model is configured to word them.");
  }
  if (wishing.length === 0 && !all.some(({ remark }) => remarkSaysWhat(remark.text))) {
    return noDraft("No remark says what is wanted.");
  }
  if (given > 1 && all.length === 1) return noDraft("Only one remark says what is wanted.");
  if (given > 1 && support.shared.length === 0 && all.every(({ terms }) => terms.size < 2)) {
    return noDraft("No remark says what is wanted.");
  }
  const found = disagreementOf(all);
  if (found !== undefined) return noDraft(sayDisagreement(found));
  if (likeness !== undefined && all.length > 1 && support.shared.length === 0) {
    const pairs = all.flatMap((_, a) => all.slice(a + 1).map((__, b) => likeness(a, a + 1 + b)));
    const mean = pairs.reduce((sum, each) => sum + each, 0) / pairs.length;
    if (mean < LEAST_COHERENCE) return noDraft("The remarks are about different things.");
  }
  return undefined;
}

function sayDisagreement({ one, other, saidByOne, saidByOther }: Disagreement): string {
  const name = (author: string | undefined, otherwise: string): string => author ?? otherwise;
  const [first, second] = [name(one.remark.author, "one person"), name(other.remark.author, "another")];
  return `People disagree: ${first} says "${saidByOne}", ${second} says "${saidByOther}".`;
}
