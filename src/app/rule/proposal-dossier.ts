import { checkRuleText, type RuleTextWarning } from "../../core/rule-text/check-rule-text.ts";
import { compareVersions, type VersionChanges } from "../../core/rule/compare-versions.ts";
import { daysAfter } from "../../core/time/time.ts";
import { BENEFIT_DAYS, expectedBenefit, type ExpectedBenefit } from "../../core/rule/effect.ts";
import type { RelatedRulesFound } from "../../core/rule/find-related-rules.ts";
import { type Quorum, quorumOf } from "../../core/rule/quorum.ts";
import {
  type Approval,
  findVersion,
  presentVersion,
  type Rule,
  type RuleAnswer,
  type RuleFlag,
  type RuleStatus,
  type RuleVersion,
  type RuleText,
} from "../../core/rule/rule.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import { whyProposed } from "../../core/rule/proposal-remarks.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { PersonStore } from "../../ports/access-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { Cached } from "./brief-cache.ts";
import { loadRuleEvidence, type RuleEvidence } from "./load-rule-evidence.ts";
import { relatedRules, type RelatedRulesParts } from "./related-rules.ts";
import { currentCluster } from "../cluster/change-cluster.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { adviceOf } from "../../core/feedback/kind-of-feedback.ts";
import { judgedText, MIN_COSINE } from "../../core/judge/judgement.ts";
import { byCodeUnits } from "../../core/text/code-points.ts";
import { relateRules } from "../../core/rule/relate/relate-rules.ts";
import { sanitiseRuleText } from "../../core/rule/sanitise-rule-text.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { Judge } from "../../ports/evaluator.ts";
import type { VectorIndex } from "../../ports/vector-index.ts";

/** Limits: agents, the newest records of each, and members whose neighbours are searched. */
const MAX_AGENTS = 5;

const MAX_RECORDS = 100;

const SAMPLE = 3;

const NEIGHBOURS = 30;

/** Below this, a conflict between texts is uncertain. */
const MIN_CONFLICT_SCORE = 0.6;

const MAX_SHOWN = 10;

const MAX_QUOTE = 200;

/**
 * Approved work that contradicts a rule, newest first. It considers the agents' newest records and, with a model,
 * what is nearest to the evidence, so the cost is bounded.
 */
const findContradictions =
  ({ feedback, meaning }: ContradictionParts) =>
  async (
    rule: RuleText,
    evidence: readonly Feedback[],
    agents: readonly string[],
  ): Promise<readonly Contradiction[]> => {
    const found = new Map<string, Contradiction>();
    const known = new Set(evidence.map(({ id }) => id));
    const refused = new Set(evidence.flatMap(({ output }) => output?.agent_sha ?? []));
    const add = (record: Feedback, why: string): void => {
      if (!found.has(record.id)) found.set(record.id, toContradiction(record, why));
    };
    for (const agent of agents.slice(0, MAX_AGENTS)) {
      for (const record of (await feedback.list({ agent, limit: MAX_RECORDS })).items) {
        if (!isApproval(record) || known.has(record.id)) continue;
        if (record.output !== undefined && refused.has(record.output.agent_sha)) {
          add(record, "an output that the evidence rejects was approved");
          continue;
        }
        const words = wordsOf(record);
        if (words === "") continue;
        const { relation, score, reasons } = relateRules(rule.text, words);
        if (relation === "conflict" && score >= MIN_CONFLICT_SCORE)
          add(record, reasons[0] ?? "its words ask for the opposite");
      }
    }
    for (const record of await oppositesNear(evidence)) {
      if (!known.has(record.id)) add(record, "its words mean the opposite of the evidence");
    }
    return Array.from(found.values())
      .toSorted((a, b) => byCodeUnits(b.time, a.time) || byCodeUnits(a.feedback_id, b.feedback_id))
      .slice(0, MAX_SHOWN);

    async function oppositesNear(members: readonly Feedback[]): Promise<readonly Feedback[]> {
      if (meaning === undefined) return [];
      const { vectors, judge } = meaning;
      const sample = members.slice(-SAMPLE);
      const placed = await vectors.get(sample.map(({ id }) => id));
      const opposites: Feedback[] = [];
      for (const member of sample) {
        const vector = placed.get(member.id);
        if (vector === undefined) continue;
        const near = await vectors.nearest({
          vector,
          limit: NEIGHBOURS,
          atLeast: MIN_COSINE,
          effort: "quick",
        });
        const ids = near.map(({ id }) => id);
        const approvals = (await feedback.findAll(ids)).filter(isApproval);
        const vectorsOfApprovals = await vectors.get(approvals.map(({ id }) => id));
        const others = approvals.filter(({ id }) => vectorsOfApprovals.has(id));
        const judged = await judge.judge(
          judgedText(member, vector),
          others.map((other) => judgedText(other, vectorsOfApprovals.get(other.id)!)),
        );
        opposites.push(...others.filter((_other, at) => judged[at]?.relation === "opposite"));
      }
      return opposites;
    }
  };

/** Outsiders' approvals are ignored. */
const isApproval = ({ outcome, author }: Feedback): boolean =>
  outcome === "approved" && author.trust !== "outsider";

const wordsOf = (record: Feedback): string => sanitiseRuleText(adviceOf(record) ?? "", 2 * MAX_QUOTE);

const toContradiction = (record: Feedback, why: string): Contradiction => ({
  feedback_id: record.id,
  time: record.time,
  author: record.author.id,
  agent: record.agent ?? null,
  said: sanitiseRuleText(wordsOf(record), MAX_QUOTE),
  why,
});

export interface DossierParts extends ContradictionParts, RelatedRulesParts {
  readonly rules: Pick<RuleStore, "find" | "inForce" | "pending">;
  readonly clusters: Pick<ClusterStore, "find" | "members" | "authors" | "occurrences">;
  readonly people: Pick<PersonStore, "read">;
  readonly policy: RulePolicy;
  readonly now: () => string;
  /** For lists, which are read often: expensive results may be a moment old. */
  readonly keep?: Cached;
}

/** Everything a person needs to decide on a rule. */
export interface ProposalDossier extends RelatedRulesFound {
  readonly rule_id: string;
  readonly revision: number;
  readonly status: RuleStatus;
  /** The current cluster of its feedback. */
  readonly cluster_id: string | null;
  /** The pending version, else the one in force, else the last. */
  readonly version: RuleVersion;
  readonly why: string;
  readonly benefit: ExpectedBenefit;
  readonly evidence: RuleEvidence;
  /** Approved work that contradicts it. */
  readonly contradictions: readonly Contradiction[];
  readonly token_cost: number;
  readonly warnings: readonly RuleTextWarning[];
  readonly approval: Quorum & { readonly proposed_by: string; readonly approved_by: readonly Approval[] };
  readonly earlier: RuleAnswer | null;
  readonly flag: RuleFlag | null;
  /** The difference to the version in force, or to the previous one. */
  readonly changes: VersionChanges | null;
}

/** The dossier of a rule; undefined if there is no such rule. Its cost is bounded. */
export const proposalDossier =
  (parts: DossierParts) =>
  async (ruleId: string): Promise<ProposalDossier | undefined> => {
    const rule = await parts.rules.find(ruleId);
    if (rule === undefined) return undefined;
    const version = presentVersion(rule);
    const { cluster, evidence, days, contradictions, conventions } = await (parts.keep ?? uncached)(
      `case ${rule.id} ${rule.revision}`,
      () => loadCase(parts, rule, version),
    );
    const agents = evidence.agents.map(({ agent }) => agent);
    const recent = daysAfter(parts.now(), -BENEFIT_DAYS).slice(0, 10);
    return {
      rule_id: rule.id,
      revision: rule.revision,
      status: rule.status,
      // A rule from elsewhere has no feedback until its mistake happens here.
      cluster_id: cluster?.id ?? (version.pack === undefined ? rule.cluster_id : null),
      version,
      why: whyProposed(rule, version, {
        ...evidence,
        agents: agents.length,
        conventions,
      }),
      benefit: expectedBenefit(
        days.filter(({ day }) => day > recent),
        version.confidence,
      ),
      evidence,
      contradictions,
      ...(version.wants_words === undefined
        ? await relatedRules(parts)({ ...version, rule_id: rule.id })
        : NOTHING_RELATED),
      token_cost: version.token_cost,
      warnings: version.wants_words === undefined ? checkRuleText(version.text) : [],
      approval: {
        ...quorumOf(version, parts.policy, await parts.people.read()),
        proposed_by: version.proposed_by.id,
        approved_by: version.approvals,
      },
      earlier: version.earlier,
      flag: rule.flag,
      changes: changesOf(rule, version),
    };
  };

/** Without text there is nothing to compare. */
const NOTHING_RELATED: RelatedRulesFound = { related: [], not_compared: 0 };

const uncached: Cached = (_key, make) => make();

/** The evidence for and against a rule. */
async function loadCase(parts: DossierParts, rule: Rule, version: RuleVersion) {
  const cluster =
    rule.cluster_id === null ? undefined : await currentCluster(parts.clusters, rule.cluster_id);
  const { evidence, feedback, days } = await loadRuleEvidence(parts)(version, cluster);
  const affected = new Set([...version.scope.agents, ...evidence.agents.map(({ agent }) => agent)]);
  const contradictions = await findContradictions(parts)(version, feedback, [...affected]);
  const conventions = feedback.filter(({ convention }) => convention === true).length;
  return { cluster, evidence, days, contradictions, conventions };
}

function changesOf(rule: Rule, version: RuleVersion): VersionChanges | null {
  const inForce = rule.in_force === version.version ? undefined : findVersion(rule, rule.in_force);
  const before = inForce ?? findVersion(rule, version.version - 1);
  return before === undefined || before.wants_words !== undefined ? null : compareVersions(before, version);
}

/** Approved work that does what a rule would forbid. */
interface Contradiction {
  readonly feedback_id: string;
  readonly time: string;
  readonly author: string;
  readonly agent: string | null;
  readonly said: string;
  readonly why: string;
}

interface ContradictionParts {
  readonly feedback: Pick<FeedbackStore, "findAll" | "list">;
  /** If present, feedback near in meaning is considered too, whoever's work it was. */
  readonly meaning?: { readonly vectors: Pick<VectorIndex, "get" | "nearest">; readonly judge: Judge };
}
