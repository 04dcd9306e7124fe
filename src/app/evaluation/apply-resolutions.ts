import type { EvaluationRecord, Standing } from "../../core/evaluation/evaluation.ts";
import { isOpenOrEvidence, isEvidenceForRule } from "../../core/rule/propose/evidence-summary.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { EvaluationStore } from "../../ports/rule-store.ts";
import type { EvaluateMode } from "./evaluate-feedback.ts";

export interface ApplyResolutionsParts {
  readonly clusters: Pick<ClusterStore, "membershipsOf" | "members" | "leave">;
  readonly evaluations: Pick<EvaluationStore, "list" | "findAll">;
  readonly evaluate: (feedbackIds: readonly string[], mode: EvaluateMode) => Promise<unknown>;
}

/** The newest of each; few wait for a person, and fewer are resolved. */
const MAX_PER_KIND = 500;
const MAX_MEMBERS = 50;

/** Feedback that may have to leave its cluster. */
const LEAVING: readonly { readonly standing: Standing; readonly resolved: boolean }[] = [
  { standing: "ambiguous", resolved: false },
  { standing: "edge_case", resolved: true },
  { standing: "ignored", resolved: true },
];

/**
 * Removes feedback from its cluster if it waits for a person or a person said it is not a pattern, and places feedback
 * that a person marked as generalisable or that no longer contradicts anything. Usually nothing is left to do,
 * except in stores of older versions.
 */
export const applyResolutions =
  ({ clusters, evaluations, evaluate }: ApplyResolutionsParts) =>
  async (): Promise<void> => {
    const leaving: string[] = [];
    const waiting: EvaluationRecord[] = [];
    for (const query of LEAVING) {
      const { items } = await evaluations.list({ ...query, limit: MAX_PER_KIND });
      if (!query.resolved) waiting.push(...items);
      leaving.push(
        ...items.filter((record) => !isEvidenceForRule(record)).map(({ feedback_id }) => feedback_id),
      );
    }
    const memberships = await clusters.membershipsOf(leaving);
    const left = await clusters.leave([...memberships.keys()]);
    for (const cluster of new Set(left.map((id) => memberships.get(id)!.cluster_id))) {
      const { items } = await clusters.members(cluster, { limit: MAX_MEMBERS });
      await evaluate(
        items.map(({ feedback_id }) => feedback_id),
        "again",
      );
    }
    const { items: generalisable } = await evaluations.list({
      standing: "generalizable_high",
      resolved: true,
      limit: MAX_PER_KIND,
    });
    const ids = generalisable.map(({ feedback_id }) => feedback_id);
    const placed = await clusters.membershipsOf(ids);
    const alone = ids.filter((id) => !placed.has(id));
    const free = [...alone, ...(await findUncontradicted(evaluations, waiting))];
    if (free.length > 0) await evaluate(free, "place");
  };

/** Feedback that only contradicts what a person marked as no pattern. */
async function findUncontradicted(
  evaluations: ApplyResolutionsParts["evaluations"],
  waiting: readonly EvaluationRecord[],
): Promise<readonly string[]> {
  const contradicted = await evaluations.findAll([
    ...new Set(waiting.flatMap(({ evaluation }) => evaluation.contradicts ?? [])),
  ]);
  return waiting
    .filter(
      ({ evaluation: { contradicts = [] } }) =>
        contradicts.length > 0 && contradicts.every((id) => !isOpenOrEvidence(contradicted.get(id))),
    )
    .map(({ feedback_id }) => feedback_id);
}
