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

/** The newest of each; few wait for a person, and fewer were answered. */
const MOST = 500;
const MOST_MEMBERS = 50;

/** What may have to leave its cluster. */
const SILENT: readonly { readonly standing: Standing; readonly resolved: boolean }[] = [
  { standing: "ambiguous", resolved: false },
  { standing: "edge_case", resolved: true },
  { standing: "ignored", resolved: true },
];

/**
 * Takes what waits for a person, or what a person said is no pattern, out of its cluster, and finds a cluster for what
 * a person said generalises, or for what contradicts nothing any more. Most of it is there already; stores of older versions have it otherwise.
 */
export const applyResolutions =
  ({ clusters, evaluations, evaluate }: ApplyResolutionsParts) =>
  async (): Promise<void> => {
    const silent: string[] = [];
    const waiting: EvaluationRecord[] = [];
    for (const which of SILENT) {
      const { items } = await evaluations.list({ ...which, limit: MOST });
      if (!which.resolved) waiting.push(...items);
      silent.push(
        ...items.filter((record) => !isEvidenceForRule(record)).map(({ feedback_id }) => feedback_id),
      );
    }
    const memberships = await clusters.membershipsOf(silent);
    const left = await clusters.leave([...memberships.keys()]);
    for (const cluster of new Set(left.map((id) => memberships.get(id)!.cluster_id))) {
      const { items } = await clusters.members(cluster, { limit: MOST_MEMBERS });
      await evaluate(
        items.map(({ feedback_id }) => feedback_id),
        "again",
      );
    }
    const { items: said } = await evaluations.list({
      standing: "generalizable_high",
      resolved: true,
      limit: MOST,
    });
    const ids = said.map(({ feedback_id }) => feedback_id);
    const placed = await clusters.membershipsOf(ids);
    const alone = ids.filter((id) => !placed.has(id));
    const free = [...alone, ...(await withoutContradiction(evaluations, waiting))];
    if (free.length > 0) await evaluate(free, "place");
  };

/** What only contradicts what a person has said is no pattern. */
async function withoutContradiction(
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
