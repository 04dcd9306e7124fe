import type { CatalogueEntry } from "../../catalogue/catalogue-entry.ts";
import { termsOf } from "../../english/phrase.ts";
import { tagWords } from "../../english/tagged-words.ts";
import { tokenize } from "../../english/tokens.ts";

/** What one person said or changed. */
export interface DraftRemark {
  readonly text: string;
  readonly author?: string;
  readonly path?: string;
  /** What the agent wrote and what the person made of it. */
  readonly before?: string;
  readonly after?: string;
  /** The same as a unified diff. */
  readonly diff?: string;
}

/** Where a draft's words come from: the remarks themselves, edits, the catalogue or the library. */
export type DraftSource = "remarks" | "edits" | "catalogue" | "library";

/** A rule that every remark agrees with. */
export interface RuleDraft {
  readonly ok: true;
  readonly text: string;
  /** Why these words, for the person who decides. */
  readonly why: string;
  readonly source: DraftSource;
  /** How sure it is that a person would take it as it is, from 0 to 1. */
  readonly score: number;
  /** The catalogue's entry that worded it. */
  readonly entry?: CatalogueEntry;
  /** The glob that all paths have in common. */
  readonly scope?: string;
}

/** No rule could be worded that every remark agrees with, so a person has to write it. */
export interface NoDraft {
  readonly ok: false;
  readonly code: "wants_words";
  readonly why: string;
  /** At most two texts to start from. None contradicts a remark. */
  readonly suggestions: readonly string[];
}

export type DraftResult = RuleDraft | NoDraft;

/** Which terms the remarks have, and how many of the remarks have each. */
export interface Support {
  /** How many remarks there are. */
  readonly remarks: number;
  /** In how many remarks a term is. */
  readonly of: (term: string) => number;
  /** Terms that at least two remarks have, the most frequent first. */
  readonly shared: readonly string[];
}

export const textTerms = (text: string): readonly string[] => termsOf(tagWords(tokenize(text)));

export function supportOf(terms: readonly ReadonlySet<string>[]): Support {
  const counts = new Map<string, number>();
  for (const each of terms) for (const term of each) counts.set(term, (counts.get(term) ?? 0) + 1);
  return {
    remarks: terms.length,
    // A single remark speaks for itself: there is no other that could lack a name.
    of: (term) => (counts.get(term) ?? 0) * (terms.length === 1 ? 2 : 1),
    shared: [...counts]
      .filter(([, count]) => count > 1)
      .toSorted((a, b) => b[1] - a[1])
      .map(([term]) => term),
  };
}
