import type { Feedback } from "../../core/feedback/feedback.ts";
import { findVersion, type Rule, ruleId } from "../../core/rule/rule.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { defined } from "../../core/defined.ts";
import { clusterId } from "../../core/cluster/cluster.ts";
import { asPeople } from "../../core/person/people.ts";
import { cosine } from "../../core/judge/judgement.ts";
import { remarkOfFeedback } from "../../core/rule/draft/read-remarks.ts";
import type { Catalogue } from "../../ports/catalogue.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { Evaluator } from "../../ports/evaluator.ts";
import { type DecideParts, decideRule, EMEND_ACTOR } from "./decide-rule.ts";
import { draftConvention } from "./draft-convention.ts";
import { averageLink, type LinkedGroup } from "../../core/cluster/link-groups.ts";
import { isEvidence, isCorrection, plainRemark } from "../../core/feedback/kind-of-feedback.ts";
import { recurrenceOf } from "../../core/rule/propose/recurrence.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";

/** Proposals per hundred remarks of a history, which is long, while people's patience is not. */
const PER_HUNDRED = 3;
/** The minimum for a short history. */
const MIN_PROPOSALS = 3;

/** Whether a proposal is based only on reviews of people's own work. */
export const isConvention = (feedback: readonly Feedback[]): boolean =>
  feedback.length > 0 && feedback.every(({ convention }) => convention === true);

/** How many more conventions may be proposed, given those that are pending. */
async function remainingConventionProposals(
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
  return Math.max(0, Math.max(MIN_PROPOSALS, Math.floor((PER_HUNDRED * conventions) / 100)) - waiting);
}

const PAGE = 500;
const evidenceOf = (rule: Rule): readonly string[] =>
  findVersion(rule, rule.pending)?.evidence.slice(0, PAGE) ?? [];

/** The newest remarks of a history that are considered. */
const MAX_REMARKS = 2_000;

/** The most records without an agent that are read. */
const MAX_READ = 5_000;

/** A remark's subject comes early; the rest is detail. */
const MAX_WORDS = 300;

const MIN_WORDS = 3;

/** The mean similarity that remarks need; unrelated ones are about 0.1. */
const LEVELS = [0.58, 0.65, 0.72] as const;

export interface ProposeConventionsParts extends DecideParts {
  readonly feedback: Pick<FeedbackStore, "findAll" | "list">;
  readonly clusters: Pick<ClusterStore, "find" | "found" | "membershipsOf">;
  readonly evaluator: Pick<Evaluator, "draft">;
  readonly catalogue: Pick<Catalogue, "place" | "nearestRules">;
}

/** The most groups that are tried, because each may need a language model. */
const MAX_TRIED = 200;
/** Rules nearer than this say the same. */
const SAME_RULE_COSINE = 0.85;
const RULES_PAGE = 500;
/** The most rules that new ones are compared with. */
const MAX_COMPARED = 500;

/**
 * Proposes conventions from a review history, strongest first, as far as they can be worded and people have
 * capacity. Evidence of any earlier rule is not proposed again. It only runs if the history changed or a proposal
 * was decided.
 */
export const proposeConventions = (parts: ProposeConventionsParts) => {
  const decide = decideRule(parts);
  const draft = draftConvention(parts.catalogue);
  let lastState = "";

  /** The draft for a group, unless it fits poorly or repeats another rule. */
  async function wordsOf({ feedback }: ConventionGroup, known: Float32Array[]) {
    const remarks = feedback.map(remarkOfFeedback);
    const words = await draft({ remarks, texts: feedback.map(({ comment = "" }) => comment) });
    return words === undefined || known.some((other) => cosine(words.vector, other) >= SAME_RULE_COSINE)
      ? undefined
      : words;
  }

  /** The proposed rule for a group, if any. */
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
    known.push(words.vector);
    return decided.value;
  }

  /** A new cluster, or the one that an older version put most of them into. */
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
    if (newest.length === 0 || state === lastState) return [];
    lastState = state;
    const kept = await listConventions(parts.feedback);
    let remaining = kept.length === 0 ? 0 : await remainingConventionProposals(parts, kept.length);
    if (remaining === 0) return [];
    const { evidence, texts } = await knownRules(parts);
    const known = [...(await parts.catalogue.place(texts))];
    const free = asPeople(
      kept.filter(({ id }) => !evidence.has(id)),
      await parts.people.read(),
    );
    const waiting = [...(await findConventions(parts, free))];
    const proposed: Rule[] = [];
    for (let tried = 0; tried < MAX_TRIED && remaining > 0; tried += 1) {
      const group = waiting.shift();
      if (group === undefined) break;
      const rule = await proposeGroup(group, known);
      if (rule === undefined) {
        waiting.push(...group.parts);
        waiting.sort((a, b) => b.strength - a.strength);
        continue;
      }
      proposed.push(rule);
      remaining -= 1;
    }
    return proposed;
  };
};

/** The evidence and texts of all rules. */
async function knownRules({ rules }: Pick<ProposeConventionsParts, "rules">) {
  const evidence = new Set<string>();
  const texts: string[] = [];
  let after: string | undefined;
  do {
    const page = await rules.list({ limit: RULES_PAGE, ...defined({ after }) });
    for (const rule of page.items) {
      for (const version of rule.versions) for (const id of version.evidence) evidence.add(id);
      const text = findVersion(rule, rule.pending ?? rule.in_force)?.text;
      if (text !== undefined && text !== "" && texts.length < MAX_COMPARED) texts.push(text);
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

/** Remarks of a review history that may ask for the same. */
interface ConventionGroup {
  /** As plain text, oldest first. */
  readonly feedback: readonly Feedback[];
  /** Their unit vectors, in the same order. */
  readonly vectors: readonly Float32Array[];
  readonly strength: number;
  /** Tighter subgroups, in case no rule fits all of it. */
  readonly parts: readonly ConventionGroup[];
}

interface FindConventionsParts {
  readonly catalogue: Pick<Catalogue, "place">;
  readonly policy: Pick<RulePolicy, "occurrences" | "reviewers">;
}

/** The conventions among the newest records without an agent, newest first. */
async function listConventions(feedback: Pick<FeedbackStore, "list">): Promise<readonly Feedback[]> {
  const kept: Feedback[] = [];
  let after: string | undefined;
  let read = 0;
  do {
    const page = await feedback.list({ agent: "", limit: PAGE, ...defined({ after }) });
    kept.push(...page.items.filter(({ convention }) => convention === true));
    read += page.items.length;
    after = page.next;
  } while (after !== undefined && kept.length < MAX_REMARKS && read < MAX_READ);
  return kept;
}

/**
 * Groups a whole review history at once, unlike feedback that arrives one by one. The strongest patterns come
 * first.
 */
async function findConventions(
  { catalogue, policy }: FindConventionsParts,
  kept: readonly Feedback[],
): Promise<readonly ConventionGroup[]> {
  const remarks = kept
    .filter((record) => isEvidence(record) && isCorrection(record) && record.author.trust === "person")
    .map((record) => ({ ...record, comment: plainRemark(record.comment ?? "").slice(0, MAX_WORDS) }))
    .filter(({ comment }) => comment.split(" ").length >= MIN_WORDS)
    .toReversed();
  if (remarks.length < 2) return [];
  const vectors = await catalogue.place(remarks.map(({ comment }) => comment));
  const groups = averageLink(remarks.length, (a, b) => cosine(vectors[a]!, vectors[b]!), LEVELS);
  const toGroups = (linked: readonly LinkedGroup[]): readonly ConventionGroup[] =>
    linked.flatMap(({ members, cohesion, parts }) => {
      const feedback = members.map((at) => remarks[at]!);
      const { recurs, strength } = recurrenceOf(feedback, policy, () => cohesion);
      // If the whole does not recur, neither does a part.
      if (!recurs) return [];
      return [{ feedback, vectors: members.map((at) => vectors[at]!), strength, parts: toGroups(parts) }];
    });
  return toGroups(groups).toSorted((a, b) => b.strength - a.strength);
}
