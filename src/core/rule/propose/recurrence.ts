import type { Feedback } from "../../feedback/feedback.ts";
import { isPeopleWork, isCorrection } from "../../feedback/kind-of-feedback.ts";
import { isSpecific } from "./is-specific.ts";
import { readWishes } from "../../english/read-wishes.ts";
import { areSameWords, meaningWords, recurs } from "../../evaluation/recurs.ts";
import type { RulePolicy } from "../../evaluation/rule-policy.ts";

/** Why a record cannot become part of a rule. */
export const RULE_BARS = [
  "author_unknown",
  "author_not_trusted",
  "no_correction",
  "no_words",
  "written_by_author",
  "work_of_people",
] as const;

export type RuleBar = (typeof RULE_BARS)[number];

/**
 * Why a record is no evidence for a rule, or undefined if it is. Missing content is reported before a missing
 * author.
 */
export function ruleBar(record: Feedback): RuleBar | undefined {
  if (isPeopleWork(record)) return "work_of_people";
  if (record.by_author === true) return "written_by_author";
  if (!isCorrection(record)) return "no_correction";
  if (record.correction?.diff === undefined && (record.similarity_text.trim() === "" || !isSpecific(record)))
    return "no_words";
  if (record.author.trust !== "outsider") return undefined;
  return record.author.id === "unknown" ? "author_unknown" : "author_not_trusted";
}

/** How likely some feedback is a pattern rather than a single case. */
export interface Recurrence {
  /** The number of occasions. All remarks in one pull request are one occasion. */
  readonly occasions: number;
  /** The number of team members who said it. */
  readonly people: number;
  readonly recurs: boolean;
  /** A score to compare patterns by, which grows with occasions, people and agreement. */
  readonly strength: number;
}

/** Longer remarks are truncated, since they say early what they are about. */
const MAX_READ = 600;
/** More members would not change the result. */
const MAX_READ_MEMBERS = 40;

/**
 * Three occasions make a pattern (or as many as the policy says), and so do two people on two occasions who use the
 * same words. `likeness` is how likely a record says the same as the others, from 0 to 1.
 */
export function recurrenceOf(
  feedback: readonly Feedback[],
  policy: Pick<RulePolicy, "occurrences" | "reviewers">,
  likeness: (record: Feedback) => number,
): Recurrence {
  const occasions = new Set(feedback.map(occasionOf)).size;
  const people = new Set(feedback.filter(isPersons).map(({ author }) => author.id)).size;
  const read = feedback.slice(0, MAX_READ_MEMBERS);
  const terms = read.map((record) => meaningWords(remarkText(record)));
  const sameWords = hasPairOfSameWords(read, terms);
  const mean = feedback.reduce((sum, record) => sum + likeness(record), 0) / Math.max(1, feedback.length);
  const standing = read.filter(isStanding).length / Math.max(1, read.length);
  const strength =
    Math.log2(1 + occasions) *
    (1 + Math.log2(Math.max(1, people)) / 2) *
    mean *
    (0.5 + sharedTerm(terms)) *
    (1 + standing);
  const isPattern = recurs({ occurrences: occasions, people, sameWords }, policy);
  return { occasions, people, recurs: isPattern, strength: Math.round(strength * 1_000) / 1_000 };
}

/** Identifies the occasion of a remark. */
function occasionOf({ id, event_id, task }: Feedback): string {
  return task !== undefined && event_id.startsWith("github_comment:") ? task : id;
}

const isPersons = ({ author }: Feedback): boolean => author.trust === "person";

const remarkText = ({ wrong, comment, fix, similarity_text }: Feedback): string =>
  (comment ?? wrong ?? fix ?? similarity_text).slice(0, MAX_READ);

const isStanding = (record: Feedback): boolean =>
  readWishes(remarkText(record)).wishes.some((wish) => wish.isStanding);

/** The share of remarks that contain the most common term. */
function sharedTerm(terms: readonly ReadonlySet<string>[]): number {
  const counts = new Map<string, number>();
  for (const words of terms) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return terms.length === 0 ? 0 : most / terms.length;
}

function hasPairOfSameWords(feedback: readonly Feedback[], terms: readonly ReadonlySet<string>[]): boolean {
  return feedback.some((one, at) =>
    feedback.some(
      (other, index) =>
        index > at &&
        one.author.id !== other.author.id &&
        occasionOf(one) !== occasionOf(other) &&
        isPersons(one) &&
        isPersons(other) &&
        areSameWords(terms[at]!, terms[index]!),
    ),
  );
}
