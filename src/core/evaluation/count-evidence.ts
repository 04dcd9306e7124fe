import type { FeedbackAuthor } from "../feedback/feedback.ts";
import { countPeople, type Identities, UNLINKED_PEOPLE } from "../person/people.ts";

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
