import type { Feedback } from "../../core/feedback/feedback.ts";
import { findVersion, type Rule, ruleId } from "../../core/rule/rule.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { defined } from "../../core/defined.ts";
import { clusterId } from "../../core/cluster/cluster.ts";
import { asPeople } from "../../core/person/people.ts";
import { cosine } from "../../core/judge/judgement.ts";
import { fitsHistory } from "../../core/rule/propose/fits-history.ts";
import { readRemarks, remarkOfFeedback } from "../../core/rule/draft/read-remarks.ts";
import { tryDraft } from "../../core/rule/draft/try-draft.ts";
import type { Catalogue } from "../../ports/catalogue.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { Evaluator } from "../../ports/evaluator.ts";
import { type DecideParts, decideRule, EMEND_ACTOR } from "./decide-rule.ts";
import { draftRule } from "./draft-rule.ts";
import { averageLink, type LinkedGroup } from "../../core/cluster/link-groups.ts";
import { isEvidence, isCorrection, plainRemark } from "../../core/feedback/kind-of-feedback.ts";
import { recurrenceOf } from "../../core/rule/propose/recurrence.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";

/** Proposals for each hundred remarks that are kept as conventions: a history is long, and people's patience is not. */
const PER_HUNDRED = 3;
/** A short history may give so many. */
const LEAST = 3;

/** Whether a proposal rests on reviews of people's own work alone. */
export const isConvention = (feedback: readonly Feedback[]): boolean =>
  feedback.length > 0 && feedback.every(({ convention }) => convention === true);

/** How many more rules may be proposed from so many conventions while others wait. */
async function conventionRoom(
  parts: {
    readonly feedback: Pick<FeedbackStore, "findAll">;
    readonly rules: Pick<RuleStore, "pending">;
  },
  conventions: number,
): Promise<number> {
  let waiting = 0;
  for (const rule of await parts.rules.pending()) {
    if (isConvention(await parts.feedback.findAll(evidenceOf(rule)))) waiting += 1;
  }
  return Math.max(0, Math.max(LEAST, Math.floor((PER_HUNDRED * conventions) / 100)) - waiting);
}

const PAGE = 500;
const evidenceOf = (rule: Rule): readonly string[] =>
  findVersion(rule, rule.pending)?.evidence.slice(0, PAGE) ?? [];

/** Remarks of a history that are looked at, the newest. */
const MOST_REMARKS = 2_000;

/** Records that name no agent, conventions or not. */
const MOST_READ = 5_000;

/** What a remark is about is said early; the rest is detail. */
const MAX_WORDS = 300;

const LEAST_WORDS = 3;

/** How alike remarks must be on average, as vectors seen from the middle of all known rules: unrelated ones are about 0.1. */
const LEVELS = [0.58, 0.65, 0.72] as const;

export interface ProposeConventionsParts extends DecideParts {
  readonly feedback: Pick<FeedbackStore, "findAll" | "list">;
  readonly clusters: Pick<ClusterStore, "find" | "found" | "membershipsOf">;
  readonly evaluator: Pick<Evaluator, "draft">;
  readonly catalogue: Pick<Catalogue, "place" | "nearestRules">;
}

/** Groups that are tried at once: a language model may be asked for the words of each. */
const MOST_TRIED = 200;
/** Two rules that are nearer than this say the same. */
const SAME_RULE = 0.85;
const RULES_PAGE = 500;
/** Rules that new ones are compared with. */
const MOST_COMPARED = 500;

/**
 * Proposes what recurs in a history of reviews, the surest first, as far as it can be worded and people have not enough to
 * decide already. What is evidence of a rule, whatever became of it, is not proposed again. It looks again when the
 * history changes or a proposal was answered.
 */
export const proposeConventions = (parts: ProposeConventionsParts) => {
  const decide = decideRule(parts);
  // Long comments say much besides what recurs: what two of them say together is seldom one rule.
  const word = draftRule({ catalogue: parts.catalogue, mayJoin: false });
  let seen = "";

  /** The words of a group's rule, unless they fit too little or are those of another rule. */
  async function wordsOf({ feedback, vectors }: ConventionGroup, known: Float32Array[]) {
    const said = feedback.map(remarkOfFeedback);
    const draft = await word(said);
    if (!draft.ok) return undefined;
    const [place] = await parts.catalogue.place([draft.text]);
    const near = vectors.reduce((sum, vector) => sum + cosine(place!, vector), 0) / vectors.length;
    const { compatible, same } = tryDraft(draft.text, readRemarks(said)).measures;
    const remarks = feedback.map(({ comment = "" }) => comment);
    if (!fitsHistory(draft, remarks, { near, agreed: compatible, exact: same })) return undefined;
    return known.some((other) => cosine(place!, other) >= SAME_RULE) ? undefined : { draft, place: place! };
  }

  /** The rule that a group wants, or nothing. */
  async function proposeGroup(group: ConventionGroup, known: Float32Array[]): Promise<Rule | undefined> {
    const { feedback } = group;
    const words = await wordsOf(group, known);
    if (words === undefined) return undefined;
    const cluster = await clusterOf(feedback);
    const id = ruleId({ cluster_id: cluster });
    const written = await parts.evaluator.draft({ cluster_id: cluster, feedback, draft: words.draft });
    if (!written.ok) return undefined;
    const decided = await decide(id, {
      type: "propose",
      id,
      by: EMEND_ACTOR,
      cluster_id: cluster,
      rule: written.value.rule,
      evidence: written.value.evidence,
      confidence: written.value.confidence,
    });
    if (!decided.ok) return undefined;
    known.push(words.place);
    return decided.value;
  }

  /** A cluster of their own, or the one that an older version put most of them into. */
  async function clusterOf(feedback: readonly Feedback[]): Promise<string> {
    const own = clusterId(feedback[0]!.id);
    await parts.clusters.found(
      own,
      feedback.map((record) => toMember(record, own)),
    );
    if ((await parts.clusters.find(own)) !== undefined) return own;
    const known = await parts.clusters.membershipsOf(feedback.map(({ id }) => id));
    const counts = new Map<string, number>();
    for (const { cluster_id } of known.values()) counts.set(cluster_id, (counts.get(cluster_id) ?? 0) + 1);
    return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? own;
  }

  return async (): Promise<readonly Rule[]> => {
    const { items: newest } = await parts.feedback.list({ agent: "", limit: 1 });
    const pending = (await parts.rules.pending()).map(({ id, revision }) => `${id}@${revision}`);
    const state = [newest[0]?.id ?? "", ...pending].join(" ");
    if (newest.length === 0 || state === seen) return [];
    seen = state;
    const kept = await listConventions(parts.feedback);
    let room = kept.length === 0 ? 0 : await conventionRoom(parts, kept.length);
    if (room === 0) return [];
    const { evidence, texts } = await knownRules(parts);
    const known = [...(await parts.catalogue.place(texts))];
    const free = asPeople(
      kept.filter(({ id }) => !evidence.has(id)),
      await parts.people.read(),
    );
    const waiting = [...(await findConventions(parts, free))];
    const proposed: Rule[] = [];
    for (let tried = 0; tried < MOST_TRIED && room > 0; tried += 1) {
      const group = waiting.shift();
      if (group === undefined) break;
      const rule = await proposeGroup(group, known);
      if (rule === undefined) {
        waiting.push(...group.parts);
        waiting.sort((a, b) => b.strength - a.strength);
        continue;
      }
      proposed.push(rule);
      room -= 1;
    }
    return proposed;
  };
};

/** What all rules rest on, and what they say. */
async function knownRules({ rules }: Pick<ProposeConventionsParts, "rules">) {
  const evidence = new Set<string>();
  const texts: string[] = [];
  let after: string | undefined;
  do {
    const page = await rules.list({ limit: RULES_PAGE, ...defined({ after }) });
    for (const rule of page.items) {
      for (const version of rule.versions) for (const id of version.evidence) evidence.add(id);
      const text = findVersion(rule, rule.pending ?? rule.in_force)?.text;
      if (text !== undefined && text !== "" && texts.length < MOST_COMPARED) texts.push(text);
    }
    after = page.next;
  } while (after !== undefined);
  return { evidence, texts };
}

const toMember = ({ id, time, author, agent = "" }: Feedback, cluster: string) => ({
  feedback_id: id,
  cluster_id: cluster,
  score: 1,
  reasons: [],
  time,
  author: author.id,
  trust: author.trust,
  agent,
});

/** Remarks of a history of reviews that may want the same. */
interface ConventionGroup {
  /** With plain words, oldest first. */
  readonly feedback: readonly Feedback[];
  /** The meaning of each, of length 1, in the same order. */
  readonly vectors: readonly Float32Array[];
  readonly strength: number;
  /** Closer groups within it, for the case that no rule fits all of it. */
  readonly parts: readonly ConventionGroup[];
}

interface FindConventionsParts {
  readonly catalogue: Pick<Catalogue, "place">;
  readonly policy: Pick<RulePolicy, "occurrences" | "reviewers">;
}

/** What is kept as a convention among the newest records that name no agent, newest first. */
async function listConventions(feedback: Pick<FeedbackStore, "list">): Promise<readonly Feedback[]> {
  const kept: Feedback[] = [];
  let after: string | undefined;
  let read = 0;
  do {
    const page = await feedback.list({ agent: "", limit: PAGE, ...defined({ after }) });
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
async function findConventions(
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
