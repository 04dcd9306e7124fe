import { termsOf } from "../../english/phrase.ts";
import { tagWords } from "../../english/tagged-words.ts";
import { tokensOf } from "../../english/tokens.ts";

/** Which terms the remarks have, and how many of the remarks have each. */
export interface Support {
  /** How many remarks there are. */
  readonly remarks: number;
  /** In how many remarks a term is. */
  readonly of: (term: string) => number;
  /** Terms that at least two remarks have, the most frequent first. */
  readonly shared: readonly string[];
}

export const textTerms = (text: string): readonly string[] => termsOf(tagWords(tokensOf(text)));

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
