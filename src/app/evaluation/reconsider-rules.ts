import type { EvaluationRecord } from "../../core/evaluation/evaluation.ts";
import { MIN_COSINE } from "../../core/judge/judgement.ts";
import { findVersion, type Rule } from "../../core/rule/rule.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { Embedder, VectorIndex } from "../../ports/vector-index.ts";
import type { EvaluationStore, RuleStore } from "../../ports/rule-store.ts";
import { currentCluster } from "../cluster/change-cluster.ts";
import type { EvaluateMode } from "./evaluate-feedback.ts";

interface ReconsiderParts {
  readonly rules: Pick<RuleStore, "find">;
  readonly clusters: Pick<ClusterStore, "find" | "members">;
  readonly evaluations: Pick<EvaluationStore, "findAll">;
  readonly vectors: Pick<VectorIndex, "nearest">;
  readonly embedder: Embedder;
  readonly evaluate: (feedbackIds: readonly string[], mode: EvaluateMode) => Promise<unknown>;
}

/** Limits for members and evidence, and for feedback near the rule's words. */
const MAX_MEMBERS = 200;
const MAX_NEAR = 30;

/**
 * Re-evaluates what an activated rule covers, so that none of it stays an edge case, and what a retired rule
 * covered.
 */
export const reconsiderRules =
  (parts: ReconsiderParts) =>
  async (ruleIds: readonly string[]): Promise<void> => {
    for (const id of new Set(ruleIds)) {
      const rule = await parts.rules.find(id);
      if (rule === undefined) continue;
      const ids = await findAffected(parts, rule);
      const known = await parts.evaluations.findAll(ids);
      const isWanted = rule.in_force === null ? wasCoveredBy(rule) : mayBeCovered;
      const wanted = ids.filter((each) => {
        const record = known.get(each);
        return record !== undefined && record.resolution === null && isWanted(record);
      });
      if (wanted.length > 0) await parts.evaluate(wanted, "place");
    }
  };

async function findAffected(
  { clusters, vectors, embedder }: ReconsiderParts,
  rule: Rule,
): Promise<readonly string[]> {
  const version = findVersion(rule, rule.in_force) ?? findVersion(rule, rule.last_answer?.version ?? null);
  const cluster = rule.cluster_id === null ? undefined : await currentCluster(clusters, rule.cluster_id);
  const members =
    cluster === undefined ? [] : (await clusters.members(cluster.id, { limit: MAX_MEMBERS })).items;
  const [vector] = version === undefined || version.text === "" ? [] : await embedder.embed([version.text]);
  const near =
    vector === undefined
      ? []
      : await vectors.nearest({ vector: vector, limit: MAX_NEAR, atLeast: MIN_COSINE, effort: "quick" });
  return [
    ...new Set([
      ...(version?.evidence.slice(-MAX_MEMBERS) ?? []),
      ...members.map(({ feedback_id }) => feedback_id),
      ...near.map(({ id }) => id),
    ]),
  ];
}

const mayBeCovered = ({ evaluation: { classification } }: EvaluationRecord): boolean =>
  classification === "edge_case" || classification === "generalizable_low";

const wasCoveredBy =
  ({ id }: Rule) =>
  ({ evaluation }: EvaluationRecord): boolean =>
    evaluation.covered_by === id;
