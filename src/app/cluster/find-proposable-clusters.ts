import { defined } from "../../core/defined.ts";
import { instructionOf, isPeopleWork } from "../../core/feedback/kind-of-feedback.ts";
import { clusterId } from "../../core/cluster/cluster.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { EvaluationStore } from "../../ports/rule-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";

export interface FindClustersParts {
  readonly clusters: Pick<ClusterStore, "list" | "membershipsOf" | "found">;
  readonly evaluations: Pick<EvaluationStore, "list">;
  readonly feedback: Pick<FeedbackStore, "findAll">;
}

const PAGE = 500;
/** The latest clusters that are considered; whatever recurs is among them. */
const MAX_CLUSTERS = 2_000;
/** The newest feedback that people marked as generalisable. */
const MAX_RESOLVED = 500;

export interface ProposableCluster {
  readonly id: string;
  /** Changes when something was added or resolved that could justify a rule. */
  readonly mark: string;
}

/**
 * Finds clusters that may justify a rule: the latest that recur, and those with feedback that a person marked as
 * generalisable. Single feedback that a person promoted, or that is a standing instruction, gets a cluster of its
 * own.
 */
export const findProposableClusters =
  ({ clusters, evaluations, feedback }: FindClustersParts) =>
  async (): Promise<readonly ProposableCluster[]> => {
    const marks = new Map<string, string>();
    const add = (id: string, mark: string): void => {
      marks.set(id, `${marks.get(id) ?? ""} ${mark}`);
    };
    const list = (resolved: boolean) =>
      evaluations.list({ standing: "generalizable_high", resolved, limit: MAX_RESOLVED });
    const { items: resolved } = await list(true);
    // Single feedback that generalises without a person's decision is a standing instruction, unless a rule covers
    // it.
    const found = (await list(false)).items.filter(
      ({ evaluation: { proposed_action: action } }) =>
        action?.action_type === "CREATE_RULE" && action.proposal_id === null,
    );
    const ids = [...resolved, ...found].map(({ feedback_id }) => feedback_id);
    const memberships = await clusters.membershipsOf(ids);
    const promoted = new Set(resolved.map(({ feedback_id }) => feedback_id));
    const alone = ids.filter((id) => !memberships.has(id));
    for (const { feedback_id, updated_at } of resolved) {
      const cluster = memberships.get(feedback_id)?.cluster_id;
      if (cluster !== undefined) add(cluster, `${feedback_id} ${updated_at}`);
    }
    for (const { feedback_id } of found) {
      const cluster = memberships.get(feedback_id)?.cluster_id;
      if (cluster === clusterId(feedback_id)) add(cluster, "instructed");
    }
    for (const record of alone.length === 0 ? [] : await feedback.findAll(alone)) {
      const isPromoted = promoted.has(record.id);
      if (isPeopleWork(record) || (!isPromoted && instructionOf(record) === undefined)) continue;
      const id = clusterId(record.id);
      const { time, agent = "", author } = record;
      const member = { feedback_id: record.id, cluster_id: id, score: 1, reasons: [], time, agent };
      await clusters.found(id, [{ ...member, author: author.id, trust: author.trust }]);
      add(id, "alone");
    }
    let after: string | undefined;
    let read = 0;
    do {
      const page = await clusters.list({
        order: "recent",
        minSize: 2,
        limit: PAGE,
        ...defined({ after }),
      });
      for (const { id, size, last_time } of page.items) add(id, `${size} ${last_time}`);
      read += page.items.length;
      after = page.next;
    } while (after !== undefined && read < MAX_CLUSTERS);
    return Array.from(marks, ([id, mark]) => ({ id, mark }));
  };
