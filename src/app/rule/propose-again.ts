import { defined } from "../../core/defined.ts";
import { fail, type Result } from "../../core/result.ts";
import { findVersion, type Rule, type RuleActor } from "../../core/rule/rule.ts";
import type { RuleProblem } from "../../core/rule/rule-command.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import { atRevision, type Seen } from "../retry-on-conflict.ts";
import { standingCluster } from "../cluster/standing-cluster.ts";
import { type DecideParts, decideRule, type RuleBusy } from "./decide-rule.ts";
import { expireIfDue } from "./expire-proposals.ts";

export interface ProposeAgainParts extends DecideParts {
  readonly clusters: Pick<ClusterStore, "find" | "members">;
}

const MOST_MEMBERS = 500;

/**
 * A person proposes a rule again that expired before enough people had answered, in the words it had. Whatever was said
 * since counts as evidence too. What somebody rejected or retired needs feedback that came afterwards.
 */
export const proposeAgain =
  (ports: ProposeAgainParts) =>
  async (
    ruleId: string,
    { by, note }: { readonly by: RuleActor; readonly note?: string },
    seen: Seen = {},
  ): Promise<Result<Rule, RuleProblem | RuleBusy>> => {
    const parts = { ...ports, rules: atRevision(ports.rules, seen) };
    const found = await parts.rules.find(ruleId);
    if (found === undefined) {
      return fail({ code: "rule_not_found", message: "no such rule; list the rules to see which there are" });
    }
    const rule = await expireIfDue(parts)(found);
    const last = findVersion(rule, rule.last_answer?.version ?? rule.versions.length);
    if (last === undefined) return fail({ code: "no_such_version", message: "the rule has no version" });
    const { type, text, reason, insertion_point, scope, confidence, wants_words } = last;
    return decideRule(parts)(rule.id, {
      type: "propose",
      id: rule.id,
      by,
      cluster_id: rule.cluster_id,
      rule: { type, text, reason, insertion_point, scope },
      evidence: [...last.evidence, ...(await membersOf(parts, rule))],
      confidence,
      ...defined({ note, wants_words }),
    });
  };

async function membersOf({ clusters }: ProposeAgainParts, rule: Rule): Promise<readonly string[]> {
  if (rule.cluster_id === null) return [];
  const cluster = await standingCluster(clusters, rule.cluster_id);
  if (cluster === undefined) return [];
  const { items } = await clusters.members(cluster.id, { limit: MOST_MEMBERS });
  return items.filter(({ trust }) => trust !== "outsider").map(({ feedback_id }) => feedback_id);
}
