import type { RuleActor } from "../../core/feedback/feedback.ts";
import { fail, type Result } from "../../core/result.ts";
import { isOpen, type Rule, type RuleText, ruleId, findVersion } from "../../core/rule/rule.ts";
import type { RuleProblem } from "../../core/rule/rule-command.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import { type DecideParts, decideRule, type RuleBusy, expireIfDue } from "./decide-rule.ts";
import { currentCluster } from "../cluster/change-cluster.ts";
import { defined } from "../../core/defined.ts";
import { atRevision, type ExpectedRevision } from "../retry-on-conflict.ts";

export interface OwnRule {
  readonly by: RuleActor;
  readonly rule: RuleText;
  /** The feedback behind it; without it the rule rests on a person's word. */
  readonly clusterId?: string;
}

/** The newest members that are evidence. */
const MAX_MEMBERS = 500;

/** Proposes a rule in a person's own words; it needs the usual approvals. */
export const proposeOwnRule = (
  parts: DecideParts & { readonly clusters: Pick<ClusterStore, "find" | "members"> },
) => {
  const decide = decideRule(parts);
  return async ({
    by,
    rule,
    clusterId,
  }: OwnRule): Promise<
    Result<Rule, RuleProblem | RuleBusy | { readonly code: "cluster_not_found"; readonly message: string }>
  > => {
    const propose = async (id: string, cluster_id: string | null, evidence: readonly string[]) => {
      const known = await parts.rules.find(id);
      // Without a server, nothing else expires overdue proposals.
      if (known !== undefined) await expireIfDue(parts)(known);
      return decide(id, { type: "propose", id, by, cluster_id, rule, evidence, confidence: null });
    };
    if (clusterId === undefined) return propose(ruleId(rule), null, []);
    const cluster = await currentCluster(parts.clusters, clusterId);
    if (cluster === undefined) {
      return fail({ code: "cluster_not_found", message: "there is no cluster with this id" });
    }
    const known = await parts.rules.ofCluster(cluster.id);
    const own = ruleId({ cluster_id: cluster.id });
    // A cluster has one rule: an open one is modified, a decided one is proposed again.
    const earlier = known.find(isOpen) ?? known.find(({ id }) => id === own) ?? known[0];
    const { items } = await parts.clusters.members(cluster.id, { limit: MAX_MEMBERS });
    const evidence = items.filter(({ trust }) => trust !== "outsider").map(({ feedback_id }) => feedback_id);
    return propose(earlier?.id ?? own, cluster.id, evidence);
  };
};

export interface ProposeAgainParts extends DecideParts {
  readonly clusters: Pick<ClusterStore, "find" | "members">;
}

const MAX_EVIDENCE = 500;

/**
 * Proposes an expired rule again with the same text. Newer feedback counts as evidence too. A rejected or retired
 * rule needs later feedback.
 */
export const proposeAgain =
  (ports: ProposeAgainParts) =>
  async (
    id: string,
    { by, note }: { readonly by: RuleActor; readonly note?: string },
    expected: ExpectedRevision = {},
  ): Promise<Result<Rule, RuleProblem | RuleBusy>> => {
    const parts = { ...ports, rules: atRevision(ports.rules, expected) };
    const found = await parts.rules.find(id);
    if (found === undefined) {
      return fail({
        code: "rule_not_found",
        message: "there is no such rule; list the rules to see their ids",
      });
    }
    const rule = await expireIfDue(parts)(found);
    const last = findVersion(rule, rule.last_answer?.version ?? rule.versions.length);
    if (last === undefined) return fail({ code: "no_such_version", message: "the rule has no version" });
    const { type, text, reason, insertion_point, scope, confidence, wants_words, pack } = last;
    return decideRule(parts)(rule.id, {
      type: "propose",
      id: rule.id,
      by,
      cluster_id: rule.cluster_id,
      rule: { type, text, reason, insertion_point, scope },
      evidence: [...last.evidence, ...(await membersOf(parts, rule))],
      confidence,
      ...defined({ note, wants_words, pack }),
    });
  };

async function membersOf({ clusters }: ProposeAgainParts, rule: Rule): Promise<readonly string[]> {
  if (rule.cluster_id === null) return [];
  const cluster = await currentCluster(clusters, rule.cluster_id);
  if (cluster === undefined) return [];
  const { items } = await clusters.members(cluster.id, { limit: MAX_EVIDENCE });
  return items.filter(({ trust }) => trust !== "outsider").map(({ feedback_id }) => feedback_id);
}
