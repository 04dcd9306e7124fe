import { LINK_AT } from "../../core/cluster/link-groups.ts";
import { judgedText, MIN_COSINE } from "../../core/judge/judgement.ts";
import { matchesGlob } from "../../core/rule/glob.ts";
import { isSpecific } from "../../core/rule/propose/is-specific.ts";
import { holdsFor, isOpen, type RuleText } from "../../core/rule/rule.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { Judge } from "../../ports/evaluator.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { Embedder, VectorIndex } from "../../ports/vector-index.ts";
import { mayBeClustered } from "../evaluation/place-feedback.ts";

export interface FindRuleClusterParts {
  readonly embedder: Embedder;
  readonly judge: Judge;
  readonly vectors: Pick<VectorIndex, "get" | "nearest">;
  readonly feedback: Pick<FeedbackStore, "findAll">;
  readonly clusters: Pick<ClusterStore, "membershipsOf" | "members" | "find">;
  readonly rules: Pick<RuleStore, "ofCluster">;
}

/** Feedback of this store about the mistake that a rule is against. */
export interface SeenMistake {
  readonly cluster_id: string;
  /** How often it happened here. */
  readonly size: number;
  /** Feedback that counts as evidence. */
  readonly evidence: readonly string[];
}

/** The nearest records that are judged. */
const MAX_JUDGED = 20;
const MAX_EVIDENCE = 500;

/**
 * The cluster of feedback that says the same as a rule from elsewhere, if no rule is against it yet. The rule then has
 * evidence from here too, and its mistake is recognised when it comes back.
 */
export const findRuleCluster =
  (parts: FindRuleClusterParts) =>
  async ({ text, scope }: RuleText): Promise<SeenMistake | undefined> => {
    const { embedder, judge, vectors, clusters } = parts;
    const [vector] = await embedder.embed([text]);
    const near = await vectors.nearest({
      vector: vector!,
      limit: MAX_JUDGED,
      atLeast: MIN_COSINE,
      effort: "quick",
    });
    const ids = near.map(({ id }) => id);
    const placed = await vectors.get(ids);
    const records = (await parts.feedback.findAll(ids)).filter(
      (record) =>
        placed.has(record.id) &&
        mayBeClustered(record) &&
        isSpecific(record) &&
        holdsFor(scope, record.agent ?? "") &&
        (scope.paths.length === 0 ||
          record.target?.path === undefined ||
          scope.paths.some((glob) => matchesGlob(glob, record.target!.path!))),
    );
    const memberships = await clusters.membershipsOf(records.map(({ id }) => id));
    const judged = await judge.judge(
      { text, vector: vector! },
      records.map((record) => judgedText(record, placed.get(record.id)!)),
    );
    const scores = new Map<string, number>();
    for (const [at, { id }] of records.entries()) {
      const { relation, score } = judged[at]!;
      const cluster = memberships.get(id)?.cluster_id;
      if (cluster === undefined || relation !== "same" || score < LINK_AT) continue;
      scores.set(cluster, Math.max(scores.get(cluster) ?? 0, score));
    }
    for (const [id] of [...scores].toSorted((a, b) => b[1] - a[1])) {
      if ((await parts.rules.ofCluster(id)).some(isOpen)) continue;
      const cluster = await clusters.find(id);
      if (cluster === undefined) continue;
      const { items } = await clusters.members(id, { limit: MAX_EVIDENCE });
      const evidence = items
        .filter(({ trust }) => trust !== "outsider")
        .map(({ feedback_id }) => feedback_id);
      return { cluster_id: id, size: cluster.size, evidence };
    }
    return undefined;
  };
