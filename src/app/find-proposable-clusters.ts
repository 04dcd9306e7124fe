import { clusterId } from "../core/cluster/cluster-id.ts";
import type { ClusterStore } from "../ports/cluster-store.ts";
import type { EvaluationStore } from "../ports/evaluation-store.ts";
import type { FeedbackStore } from "../ports/feedback-store.ts";

export interface FindClustersParts {
  readonly clusters: Pick<ClusterStore, "list" | "membershipsOf" | "found">;
  readonly evaluations: Pick<EvaluationStore, "list">;
  readonly feedback: Pick<FeedbackStore, "findAll">;
}

const PAGE = 500;
/** Clusters looked at, the latest: what recurs is among them. */
const MAX_CLUSTERS = 2_000;
/** Feedback that people said generalises, the newest. */
const MAX_RESOLVED = 500;

/**
 * Clusters that may be worth a rule: the latest of those that recur, and whatever a person said generalises. What a
 * person promoted although it was said once has no cluster yet and gets one of its own.
 */
export const findProposableClusters =
  ({ clusters, evaluations, feedback }: FindClustersParts) =>
  async (): Promise<readonly string[]> => {
    const ids = new Set<string>();
    const resolved = await evaluations.list({
      standing: "generalizable_high",
      resolved: true,
      limit: MAX_RESOLVED,
    });
    const named = resolved.items.map(({ feedback_id }) => feedback_id);
    const memberships = await clusters.membershipsOf(named);
    const alone = named.filter((id) => !memberships.has(id));
    for (const { cluster_id } of memberships.values()) ids.add(cluster_id);
    for (const record of await feedback.findAll(alone)) {
      const id = clusterId(record.id);
      const { time, agent = "", author } = record;
      const member = { feedback_id: record.id, cluster_id: id, score: 1, reasons: [], time, agent };
      await clusters.found(id, [{ ...member, author: author.id, trust: author.trust }]);
      ids.add(id);
    }
    let after: string | undefined;
    do {
      const page = await clusters.list({
        order: "recent",
        minSize: 2,
        limit: PAGE,
        ...(after === undefined ? {} : { after }),
      });
      for (const { id } of page.items) ids.add(id);
      after = page.next;
    } while (after !== undefined && ids.size < MAX_CLUSTERS);
    return [...ids];
  };
