import { checkRuleText, type RuleTextWarning } from "../../core/rule-text/check-rule-text.ts";
import { compareVersions, type VersionChanges } from "../../core/rule/compare-versions.ts";
import { daysAfter } from "../../core/time/hours.ts";
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
} from "../../core/rule/rule.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import { whyProposed } from "../../core/rule/proposal-remarks.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { PersonStore } from "../../ports/access-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { type Contradiction, type ContradictionParts, findContradictions } from "./find-contradictions.ts";
import type { Cached } from "./brief-cache.ts";
import { loadRuleEvidence, type RuleEvidence } from "./load-rule-evidence.ts";
import { relatedRules, type RelatedRulesParts } from "./related-rules.ts";
import { standingCluster } from "../cluster/change-cluster.ts";

export interface DossierParts extends ContradictionParts, RelatedRulesParts {
  readonly rules: Pick<RuleStore, "find" | "inForce" | "pending">;
  readonly clusters: Pick<ClusterStore, "find" | "members" | "authors" | "occurrences">;
  readonly people: Pick<PersonStore, "read">;
  readonly policy: RulePolicy;
  readonly now: () => string;
  /** For lists, which are looked at often: what takes long to work out may be a moment old. */
  readonly keep?: Cached;
}

/** All that a person needs to decide about a rule, worked out before they are asked. */
export interface ProposalDossier extends RelatedRulesFound {
  readonly rule_id: string;
  readonly revision: number;
  readonly status: RuleStatus;
  /** Where its feedback is now. */
  readonly cluster_id: string | null;
  /** The version that awaits a decision; else the one in force, else the last. */
  readonly version: RuleVersion;
  readonly why: string;
  readonly benefit: ExpectedBenefit;
  readonly evidence: RuleEvidence;
  /** Approved work that speaks against it. */
  readonly contradictions: readonly Contradiction[];
  readonly token_cost: number;
  readonly warnings: readonly RuleTextWarning[];
  readonly approval: Quorum & { readonly proposed_by: string; readonly approved_by: readonly Approval[] };
  readonly earlier: RuleAnswer | null;
  readonly flag: RuleFlag | null;
  /** What it says otherwise than the version in force, or than the one before it. */
  readonly changes: VersionChanges | null;
}

/** Everything about a rule's pending version; undefined where there is no such rule. Its cost is bounded. */
export const proposalDossier =
  (parts: DossierParts) =>
  async (ruleId: string): Promise<ProposalDossier | undefined> => {
    const rule = await parts.rules.find(ruleId);
    if (rule === undefined) return undefined;
    const version = presentVersion(rule);
    const { cluster, evidence, days, contradictions, conventions } = await (parts.keep ?? atOnce)(
      `case ${rule.id} ${rule.revision}`,
      () => loadCase(parts, rule, version),
    );
    const agents = evidence.agents.map(({ agent }) => agent);
    const recent = daysAfter(parts.now(), -BENEFIT_DAYS).slice(0, 10);
    return {
      rule_id: rule.id,
      revision: rule.revision,
      status: rule.status,
      cluster_id: cluster?.id ?? rule.cluster_id,
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

/** Without words there is nothing to compare. */
const NOTHING_RELATED: RelatedRulesFound = { related: [], not_compared: 0 };

const atOnce: Cached = (_key, make) => make();

/** What speaks for a rule and against it. */
async function loadCase(parts: DossierParts, rule: Rule, version: RuleVersion) {
  const cluster =
    rule.cluster_id === null ? undefined : await standingCluster(parts.clusters, rule.cluster_id);
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
