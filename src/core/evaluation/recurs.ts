import type { FeedbackAuthor } from "../feedback/feedback.ts";
import { countPeople, type Identities, UNLINKED_PEOPLE } from "../person/people.ts";
import { termsOf } from "../english/phrase.ts";
import { tagWords } from "../english/tagged-words.ts";
import { tokenize } from "../english/tokens.ts";
import type { RulePolicy } from "./rule-policy.ts";

export interface EvidenceCount {
  /** Occurrences, not counting outsiders. */
  readonly occurrences: number;
  /** The number of different people. */
  readonly reviewers: number;
}

interface EvidenceItem {
  readonly feedback_id: string;
  readonly author: FeedbackAuthor;
}

/**
 * Counts the evidence for a pattern. Outsiders are ignored, so that they cannot cause a rule. A bot or tool adds an
 * occurrence, but only people can agree: two bots may share one model's mistake.
 */
export function countEvidence(
  items: readonly EvidenceItem[],
  identities: Identities = UNLINKED_PEOPLE,
): EvidenceCount {
  const records = new Set<string>();
  const people: string[] = [];
  for (const { feedback_id, author } of items) {
    if (author.trust === "outsider") continue;
    records.add(feedback_id);
    if (author.trust === "person") people.push(author.id);
  }
  return { occurrences: records.size, reviewers: countPeople(people, identities) };
}

export interface Repetition {
  readonly occurrences: number;
  /** The number of people in the team. */
  readonly people: number;
  /** Whether two different people use the same words. */
  readonly sameWords: boolean;
}

/** Whether it recurs: three times, or twice by two people in the same words; a team may require more. */
export const recurs = (
  { occurrences, people, sameWords }: Repetition,
  policy: Pick<RulePolicy, "occurrences" | "reviewers">,
): boolean =>
  occurrences >= policy.occurrences || (occurrences >= 2 && people >= policy.reviewers && sameWords);

/** How much of a remark is read: its subject comes early. */
const MAX_READ = 600;
/** The share of common words that counts as the same words. */
const SHARED = 0.5;

/** The words of a remark that carry its meaning. */
export const meaningWords = (text: string): ReadonlySet<string> =>
  new Set(termsOf(tagWords(tokenize(text.slice(0, MAX_READ)))));

/** Whether two remarks, as `meaningWords`, have at least half of their words in common. */
export function areSameWords(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared > 0 && shared >= SHARED * (a.size + b.size - shared);
}
