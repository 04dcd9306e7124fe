import type { CatalogueEntry } from "../../catalogue/catalogue-entry.ts";
import { termsOf } from "../../english/phrase.ts";
import { tagWords } from "../../english/tagged-words.ts";
import { tokenize } from "../../english/tokens.ts";

/** A person's remark or change. */
export interface DraftRemark {
  readonly text: string;
  readonly author?: string;
  readonly path?: string;
  /** The agent's text and what the person made of it. */
  readonly before?: string;
  readonly after?: string;
  /** The same as a unified diff. */
  readonly diff?: string;
}

/** The origin of a draft's text. */
export type DraftSource = "remarks" | "edits" | "catalogue" | "library";

/** A rule that every remark agrees with. */
export interface RuleDraft {
  readonly ok: true;
  readonly text: string;
  /** Why this text, for the person who decides. */
  readonly why: string;
  readonly source: DraftSource;
  /** The probability that a person takes it as it is, from 0 to 1. */
  readonly score: number;
  /** The catalogue entry that it comes from. */
  readonly entry?: CatalogueEntry;
  /** The common glob of all paths. */
  readonly scope?: string;
}

/** No draft fits every remark, so a person has to write the rule. */
export interface NoDraft {
  readonly ok: false;
  readonly code: "wants_words";
  readonly why: string;
  /** At most two texts to start from. None contradicts a remark. */
  readonly suggestions: readonly string[];
}

export type DraftResult = RuleDraft | NoDraft;

/** The terms of the remarks, with the number of remarks that contain each. */
export interface Support {
  /** The number of remarks. */
  readonly remarks: number;
  /** The number of remarks that contain a term. */
  readonly of: (term: string) => number;
  /** Terms of at least two remarks, most frequent first. */
  readonly shared: readonly string[];
}

export const textTerms = (text: string): readonly string[] => termsOf(tagWords(tokenize(text)));

export function supportOf(terms: readonly ReadonlySet<string>[]): Support {
  const counts = new Map<string, number>();
  for (const each of terms) for (const term of each) counts.set(term, (counts.get(term) ?? 0) + 1);
  return {
    remarks: terms.length,
    // A single remark needs no second one to support its terms.
    of: (term) => (counts.get(term) ?? 0) * (terms.length === 1 ? 2 : 1),
    shared: [...counts]
      .filter(([, count]) => count > 1)
      .toSorted((a, b) => b[1] - a[1])
      .map(([term]) => term),
  };
}
