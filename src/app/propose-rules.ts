import type { Feedback } from "../core/feedback/feedback.ts";
import { cosine } from "../core/judge/cosine.ts";
import { standingOf, type EvaluationRecord } from "../core/evaluation/evaluation.ts";
import { fail, ok, type Result } from "../core/result.ts";
import type { Rule } from "../core/rule/rule.ts";
import { ruleId } from "../core/rule/rule-id.ts";
import type { RulePolicy } from "../core/rule/rule-policy.ts";
import type { ClusterStore } from "../ports/cluster-store.ts";
import type { EvaluationStore } from "../ports/evaluation-store.ts";
import type { Evaluator } from "../ports/evaluator.ts";
import type { FeedbackStore } from "../ports/feedback-store.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import type { VectorIndex } from "../ports/vector-index.ts";
import { decideOnEvaluation } from "./decide-on-evaluation.ts";
import { decideRule } from "./decide-rule.ts";
import { EMEND_ACTOR } from "./emend-actor.ts";
import { findProposableClusters } from "./find-proposable-clusters.ts";
import { standingCluster } from "./standing-cluster.ts";

export interface ProposeParts {
  readonly feedback: Pick<FeedbackStore, "findAll">;
  readonly clusters: Pick<ClusterStore, "find" | "list" | "members" | "membershipsOf" | "found">;
  readonly evaluations: EvaluationStore;
  readonly rules: RuleStore;
  readonly evaluator: Pick<Evaluator, "draft">;
  /** Without them every two members count as equally alike. */
  readonly vectors?: Pick<VectorIndex, "get">;
  readonly policy: RulePolicy;
  readonly now: () => string;
}

export interface SkippedCluster {
  readonly cluster_id: string;
  /** A code of a refused command or draft, or `cluster_not_found` or `too_little_evidence`. */
  readonly code: string;
  readonly message: string;
}

export interface ProposedRules {
  readonly proposed: readonly Rule[];
  readonly skipped: readonly SkippedCluster[];
}

/** Members that a draft is made of, the newest: more would not change its words. */
const MAX_MEMBERS = 200;
const UNKNOWN_LIKENESS = 0.5;

/**
 * Proposes a rule for each cluster that recurs and has none. Asking again changes nothing, and of two who ask at once
 * one proposes. Of the clusters given all that were passed over are named; of those found by itself, only where a
 * person can do something about it.
 */
export const proposeRules = (parts: ProposeParts) => {
  const decide = decideRule(parts);
  const evaluate = decideOnEvaluation(parts);

  async function propose(asked: string): Promise<Result<Rule, SkippedCluster>> {
    const skip = (code: string, message: string): Result<never, SkippedCluster> =>
      fail({ cluster_id: asked, code, message });
    const cluster = await standingCluster(parts.clusters, asked);
    if (cluster === undefined) return skip("cluster_not_found", "there is no such cluster");
    const known = await parts.rules.ofCluster(cluster.id);
    const open = known.find(({ pending, in_force }) => pending !== null || in_force !== null);
    if (open !== undefined) {
      return open.pending === null
        ? skip("already_active", `rule ${open.id} is in force; modify it instead`)
        : skip("already_proposed", `rule ${open.id} awaits a decision`);
    }
    const { items } = await parts.clusters.members(cluster.id, { limit: MAX_MEMBERS });
    const records = await evaluationsOf(
      parts.evaluations,
      items.map(({ feedback_id }) => feedback_id),
    );
    if (!Array.from(records.values()).some((record) => standingOf(record) === "generalizable_high")) {
      return skip("too_little_evidence", "nothing in it is known to generalise yet");
    }
    const evidence = items
      .map(({ feedback_id }) => feedback_id)
      .filter((id) => speaksForRule(records.get(id)));
    const feedback = await parts.feedback.findAll(evidence);
    const draft = await parts.evaluator.draft({
      cluster_id: cluster.id,
      feedback,
      similarity: await likeness(parts.vectors, feedback),
    });
    if (!draft.ok) return skip(draft.error.code, draft.error.message);
    const own = ruleId({ cluster_id: cluster.id });
    // What was answered before, under a cluster that was merged into this one too, is proposed again and not anew.
    const id = known.find((rule) => rule.id === own)?.id ?? known[0]?.id ?? own;
    const decided = await decide(id, {
      type: "propose",
      id,
      by: EMEND_ACTOR,
      cluster_id: cluster.id,
      rule: draft.value.rule,
      evidence: draft.value.evidence,
      confidence: draft.value.confidence,
    });
    if (!decided.ok) return skip(decided.error.code, decided.error.message);
    await nameProposal(records, id);
    return ok(decided.value);
  }

  /** The evaluations that asked for a rule say which one it became. */
  async function nameProposal(
    records: ReadonlyMap<string, EvaluationRecord>,
    proposal: string,
  ): Promise<void> {
    for (const { feedback_id, evaluation } of records.values()) {
      const action = evaluation.proposed_action;
      if (action === null || action.action_type !== "CREATE_RULE" || action.proposal_id !== null) continue;
      const named = { ...evaluation, proposed_action: { ...action, proposal_id: proposal } };
      await evaluate(feedback_id, { type: "evaluate", by: EMEND_ACTOR, evaluation: named });
    }
  }

  return async (input: { readonly clusterIds?: readonly string[] } = {}): Promise<ProposedRules> => {
    const ids = input.clusterIds ?? (await findProposableClusters(parts)());
    const proposed: Rule[] = [];
    const skipped: SkippedCluster[] = [];
    for (const id of new Set(ids)) {
      const result = await propose(id);
      if (result.ok) proposed.push(result.value);
      else if (input.clusterIds !== undefined || !ORDINARY.has(result.error.code)) skipped.push(result.error);
    }
    return { proposed, skipped };
  };
};

/** What most clusters are, and nobody has to know. */
const ORDINARY: ReadonlySet<string> = new Set(["already_active", "already_proposed", "too_little_evidence"]);

async function evaluationsOf(
  evaluations: Pick<EvaluationStore, "find">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EvaluationRecord>> {
  const found = await Promise.all(ids.map((id) => evaluations.find(id)));
  return new Map(
    found.flatMap((record) => (record === undefined ? [] : [[record.feedback_id, record] as const])),
  );
}

/** What contradicts something and waits for a person, or what a person said is no pattern, speaks for no rule. */
function speaksForRule(record: EvaluationRecord | undefined): boolean {
  if (record === undefined) return true;
  if (record.resolution !== null) return record.resolution.as === "generalizable";
  return record.evaluation.classification !== "ambiguous";
}

async function likeness(
  vectors: Pick<VectorIndex, "get"> | undefined,
  feedback: readonly Feedback[],
): Promise<(a: Feedback, b: Feedback) => number> {
  if (vectors === undefined) return () => UNKNOWN_LIKENESS;
  const known = await vectors.get(feedback.map(({ id }) => id));
  return (a, b) => {
    const [one, other] = [known.get(a.id), known.get(b.id)];
    return one === undefined || other === undefined ? UNKNOWN_LIKENESS : cosine(one, other);
  };
}
