import { choosePlacement, type Placement } from "../../core/cluster/choose-placement.ts";
import { type Membership, clusterId } from "../../core/cluster/cluster.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { isEvidence, isCorrection } from "../../core/feedback/kind-of-feedback.ts";
import { sameWords } from "../../core/judge/judgement.ts";
import { isSpecific } from "../../core/rule/propose/is-specific.ts";
import type { ClusterStore, NewMember } from "../../ports/cluster-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { Near } from "./find-neighbours.ts";

interface PlaceParts {
  readonly clusters: Pick<ClusterStore, "join" | "found" | "find" | "membershipsOf">;
  readonly feedback: Pick<FeedbackStore, "find">;
}

/** Whether a record may join a cluster. */
export const mayBeClustered = (record: Feedback): boolean =>
  // An imported review history is grouped as a whole when rules are proposed.
  isEvidence(record) && isCorrection(record) && record.convention !== true;

/** Adds feedback to the cluster it belongs to, if there is one. */
export async function placeFeedback(
  { clusters, feedback }: PlaceParts,
  record: Feedback,
  near: readonly Near[],
): Promise<Membership | undefined> {
  if (!mayBeClustered(record)) return undefined;
  // Members of a cluster are occurrences already, so their words need not be read.
  const occurrences = near.filter(
    (one) =>
      one.speaks &&
      (one.cluster_id !== undefined || (isCorrection(one.feedback) && one.feedback.convention !== true)) &&
      mayJoin(record, one.feedback),
  );
  const placement = choosePlacement(occurrences);
  if (placement.kind === "alone") return undefined;
  if (placement.kind === "join") return clusters.join(toNewMember(record, placement.cluster_id, placement));
  const other = (await feedback.find(placement.with))!;
  const id = (await hasLeftItsCluster(clusters, other.id)) ? clusterId(record.id) : clusterId(other.id);
  await clusters.found(id, [
    toNewMember(other, id, { score: 1, reasons: [] }),
    toNewMember(record, id, placement),
  ]);
  return (await clusters.membershipsOf([record.id])).get(record.id);
}

/** Whether a record left the cluster it once founded, which still exists. */
async function hasLeftItsCluster(clusters: PlaceParts["clusters"], id: string): Promise<boolean> {
  if ((await clusters.find(clusterId(id))) === undefined) return false;
  return !(await clusters.membershipsOf([id])).has(id);
}

/** "A check of the work failed" says nothing, so it only matches the same words. */
const mayJoin = (record: Feedback, other: Feedback): boolean =>
  (isSpecific(record) && isSpecific(other)) || sameWords([record.similarity_text, other.similarity_text]);

export const toNewMember = (
  record: Feedback,
  cluster_id: string,
  { score, reasons }: Pick<Extract<Placement, { kind: "join" }>, "score" | "reasons">,
): NewMember => ({
  feedback_id: record.id,
  cluster_id,
  score,
  reasons,
  time: record.time,
  author: record.author.id,
  trust: record.author.trust,
  agent: record.agent ?? "",
});
