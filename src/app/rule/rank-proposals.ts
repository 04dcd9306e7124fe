import { daysAfter } from "../../core/time/hours.ts";
import { BENEFIT_DAYS, expectedBenefit, type ExpectedBenefit } from "../../core/rule/effect.ts";
import { byCodeUnits } from "../../core/text/by-code-units.ts";
import { findVersion, type Rule, wantsWords } from "../../core/rule/rule.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { Cached } from "./brief-cache.ts";
import { standingCluster } from "../cluster/standing-cluster.ts";

export interface RankedProposal {
  readonly rule: Rule;
  readonly benefit: ExpectedBenefit;
}

/**
 * Proposals in the order in which they are worth a look: those that somebody can approve before those that still want
 * words, the largest expected benefit first, then the older one.
 */
export const rankProposals =
  ({
    clusters,
    now,
    keep = (_key, make) => make(),
  }: {
    readonly clusters: Pick<ClusterStore, "find" | "occurrences">;
    readonly now: () => string;
    readonly keep?: Cached;
  }) =>
  async (rules: readonly Rule[]): Promise<readonly RankedProposal[]> => {
    const to = daysAfter(now(), 1);
    // The first day is left out where it would be the twenty-ninth.
    const from = `${daysAfter(now(), 1 - BENEFIT_DAYS).slice(0, 10)}T00:00:00.000Z`;
    const benefitOf = async (rule: Rule): Promise<ExpectedBenefit> => {
      const cluster = rule.cluster_id === null ? undefined : await standingCluster(clusters, rule.cluster_id);
      const recent = cluster === undefined ? [] : await clusters.occurrences(cluster.id, { from, to });
      return expectedBenefit(recent, findVersion(rule, rule.pending)?.confidence ?? null);
    };
    const ranked: RankedProposal[] = [];
    for (const rule of rules) {
      const benefit = await keep(`benefit ${rule.id} ${rule.revision}`, () => benefitOf(rule));
      ranked.push({ rule, benefit });
    }
    return ranked.toSorted(
      (a, b) =>
        Number(wantsWords(a.rule)) - Number(wantsWords(b.rule)) ||
        b.benefit.score - a.benefit.score ||
        byCodeUnits(a.rule.created_at, b.rule.created_at),
    );
  };
