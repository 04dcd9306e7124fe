import { fail, type Result } from "../../core/result.ts";
import { isOpen, type Rule, type RuleActor, type RuleText, ruleId } from "../../core/rule/rule.ts";
import type { RuleProblem } from "../../core/rule/rule-command.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import { type DecideParts, decideRule, type RuleBusy } from "./decide-rule.ts";
import { expireIfDue } from "./expire-proposals.ts";
import { standingCluster } from "../cluster/standing-cluster.ts";

export interface OwnRule {
  readonly by: RuleActor;
  readonly rule: RuleText;
  /** The feedback that it answers; without it the rule stands on a person's word. */
  readonly clusterId?: string;
}

/** Members that speak for it, the newest. */
const MAX_MEMBERS = 500;

/** A rule in a person's own words; it needs the same approvals as any other. */
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
      // Without a server nobody else ends what nobody decided in time.
      if (known !== undefined) await expireIfDue(parts)(known);
      return decide(id, { type: "propose", id, by, cluster_id, rule, evidence, confidence: null });
    };
    if (clusterId === undefined) return propose(ruleId(rule), null, []);
    const cluster = await standingCluster(parts.clusters, clusterId);
    if (cluster === undefined) {
      return fail({ code: "cluster_not_found", message: "there is no cluster of this id" });
    }
    const known = await parts.rules.ofCluster(cluster.id);
    const own = ruleId({ cluster_id: cluster.id });
    // One cluster has one rule: what is open is modified, and what was answered is proposed again.
    const earlier = known.find(isOpen) ?? known.find(({ id }) => id === own) ?? known[0];
    const { items } = await parts.clusters.members(cluster.id, { limit: MAX_MEMBERS });
    const evidence = items.filter(({ trust }) => trust !== "outsider").map(({ feedback_id }) => feedback_id);
    return propose(earlier?.id ?? own, cluster.id, evidence);
  };
};
