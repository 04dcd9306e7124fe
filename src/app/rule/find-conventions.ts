import { averageLink, type LinkedGroup } from "../../core/cluster/average-link.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { isEvidence } from "../../core/feedback/is-evidence.ts";
import { isCorrection } from "../../core/feedback/kind-of-feedback.ts";
import { plainRemark } from "../../core/feedback/plain-remark.ts";
import { cosine } from "../../core/judge/cosine.ts";
import { recurrenceOf } from "../../core/rule/propose/recurrence.ts";
import type { RulePolicy } from "../../core/rule/rule-policy.ts";
import type { Catalogue } from "../../ports/catalogue.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";

/** Remarks of a history of reviews that may want the same. */
export interface ConventionGroup {
  /** With plain words, oldest first. */
  readonly feedback: readonly Feedback[];
  /** The meaning of each, of length 1, in the same order. */
  readonly vectors: readonly Float32Array[];
  readonly strength: number;
  /** Closer groups within it, for the case that no rule fits all of it. */
  readonly parts: readonly ConventionGroup[];
}

/** Remarks of a history that are looked at, the newest. */
const MOST_REMARKS = 2_000;
/** Records that name no agent, conventions or not. */
const MOST_READ = 5_000;
const PAGE = 500;
/** What a remark is about is said early; the rest is detail. */
const MAX_WORDS = 300;
const LEAST_WORDS = 3;
/** How alike remarks must be on average, as vectors seen from the middle of all known rules: unrelated ones are about 0.1. */
const LEVELS = [0.58, 0.65, 0.72] as const;

export interface FindConventionsParts {
  readonly catalogue: Pick<Catalogue, "place">;
  readonly policy: Pick<RulePolicy, "occurrences" | "reviewers">;
}

/** What is kept as a convention among the newest records that name no agent, newest first. */
export async function listConventions(feedback: Pick<FeedbackStore, "list">): Promise<readonly Feedback[]> {
  const kept: Feedback[] = [];
  let after: string | undefined;
  let read = 0;
  do {
    const page = await feedback.list({ agent: "", limit: PAGE, ...(after === undefined ? {} : { after }) });
    kept.push(...page.items.filter(({ convention }) => convention === true));
    read += page.items.length;
    after = page.next;
  } while (after !== undefined && kept.length < MOST_REMARKS && read < MOST_READ);
  return kept;
}

/**
 * Groups a history of reviews all at once: remarks that come one by one have to be placed as they come, and a history is
 * there as a whole. The surest patterns come first.
 */
export async function findConventions(
  { catalogue, policy }: FindConventionsParts,
  kept: readonly Feedback[],
): Promise<readonly ConventionGroup[]> {
  const remarks = kept
    .filter((record) => isEvidence(record) && isCorrection(record) && record.author.trust === "person")
    .map((record) => ({ ...record, comment: plainRemark(record.comment ?? "").slice(0, MAX_WORDS) }))
    .filter(({ comment }) => comment.split(" ").length >= LEAST_WORDS)
    .toReversed();
  if (remarks.length < 2) return [];
  const vectors = await catalogue.place(remarks.map(({ comment }) => comment));
  const groups = averageLink(remarks.length, (a, b) => cosine(vectors[a]!, vectors[b]!), LEVELS);
  const toGroups = (linked: readonly LinkedGroup[]): readonly ConventionGroup[] =>
    linked.flatMap(({ members, cohesion, parts }) => {
      const feedback = members.map((at) => remarks[at]!);
      const { recurs, strength } = recurrenceOf(feedback, policy, () => cohesion);
      // What does not recur as a whole has no part that does.
      if (!recurs) return [];
      return [{ feedback, vectors: members.map((at) => vectors[at]!), strength, parts: toGroups(parts) }];
    });
  return toGroups(groups).toSorted((a, b) => b.strength - a.strength);
}
