import type { FeedbackAuthor } from "../feedback/feedback.ts";
import { countPeople, type Identities, UNLINKED_PEOPLE } from "../person/people.ts";
import { termsOf } from "../english/phrase.ts";
import { tagWords } from "../english/tagged-words.ts";
import { tokenize } from "../english/tokens.ts";
import type { RulePolicy } from "./rule-policy.ts";

export interface EvidenceCount {
  /** How often it was said by somebody whose words count. */
  readonly occurrences: number;
  /** How many different people said it. */
  readonly reviewers: number;
}

interface Said {
  readonly feedback_id: string;
  readonly author: FeedbackAuthor;
}

/**
 * Counts what speaks for a pattern. An outsider's words count for nothing here, so that nobody from outside can
 * talk a rule into being. A reviewer bot or a tool tells of an occurrence, but agreement is between people: two
 * bots can share one model's mistake.
 */
export function countEvidence(said: readonly Said[], who: Identities = UNLINKED_PEOPLE): EvidenceCount {
  const records = new Set<string>();
  const people: string[] = [];
  for (const { feedback_id, author } of said) {
    if (author.trust === "outsider") continue;
    records.add(feedback_id);
    if (author.trust === "person") people.push(author.id);
  }
  return { occurrences: records.size, reviewers: countPeople(people, who) };
}

/** How often something was said, and by whom. */
export interface Repetition {
  readonly occurrences: number;
  /** How many people of the team said it. */
  readonly people: number;
  /** Whether two different people among them use the same words. */
  readonly sameWords: boolean;
}

/**
 * Whether something was said often enough to be called recurring: three times, or twice by two people who use the same
 * words; a team may ask for more of both.
 */
export const recurs = (
  { occurrences, people, sameWords }: Repetition,
  policy: Pick<RulePolicy, "occurrences" | "reviewers">,
): boolean =>
  occurrences >= policy.occurrences || (occurrences >= 2 && people >= policy.reviewers && sameWords);

/** What is read of a remark: what it is about is said early. */
const MAX_READ = 600;
/** Those who use the same words share this part of all that they use. */
const SHARED = 0.5;

/** The words of a remark that carry its meaning. */
export const meaningWords = (text: string): ReadonlySet<string> =>
  new Set(termsOf(tagWords(tokenize(text.slice(0, MAX_READ)))));

/** Whether two remarks are in the same words, as `meaningWords` gives them: at least half of all that they use. */
export function areSameWords(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared > 0 && shared >= SHARED * (a.size + b.size - shared);
}
