import { defined } from "../../core/defined.ts";
import type { PlacementCandidate } from "../../core/cluster/choose-placement.ts";
import type { Membership } from "../../core/cluster/cluster.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { isEvidence } from "../../core/feedback/kind-of-feedback.ts";
import { judgedText, LEAST_COSINE } from "../../core/judge/judgement.ts";
import { isOpenOrEvidence, isEvidenceForRule } from "../../core/rule/propose/evidence-summary.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { EvaluationStore } from "../../ports/evaluation-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { Judge } from "../../ports/judge.ts";
import type { VectorIndex } from "../../ports/vector-index.ts";

interface NeighbourParts {
  readonly feedback: Pick<FeedbackStore, "findAll">;
  readonly vectors: Pick<VectorIndex, "nearest" | "get">;
  readonly clusters: Pick<ClusterStore, "membershipsOf" | "members" | "keptApart">;
  readonly evaluations: Pick<EvaluationStore, "findAll">;
  readonly judge: Judge;
}

/** How many neighbours are judged: each costs time, and a match is among the first few. */
const NEIGHBOURS = 6;
/** How many clusters are considered, and how many members are sampled from each. */
const CLUSTERS = 2;
const SAMPLE = 4;
const CLUSTER_MARGIN = 0.1;

export interface Near extends PlacementCandidate {
  readonly feedback: Feedback;
  /** Whether it is evidence for a rule; feedback that waits for a person is not. */
  readonly speaks: boolean;
}

/** The nearest feedback and members of the clusters it belongs to, each with a judgement. */
export async function neighboursOf(
  { vectors, clusters, feedback, evaluations, judge }: NeighbourParts,
  record: Feedback,
  vector: Float32Array,
  own: Membership | undefined,
): Promise<readonly Near[]> {
  const found = await vectors.nearest({
    vector,
    limit: NEIGHBOURS + 1,
    atLeast: LEAST_COSINE,
    effort: "quick",
  });
  const ids = found.map(({ id }) => id).filter((id) => id !== record.id);
  if (ids.length === 0) return [];
  const memberships = new Map(await clusters.membershipsOf(ids));
  // The nearest cluster, and a second one only if it is almost as near.
  const least = (found.find(({ id }) => id !== record.id)?.cosine ?? 0) - CLUSTER_MARGIN;
  const nearIds = found.filter(({ id, cosine }) => id !== record.id && cosine >= least).map(({ id }) => id);
  const nearClusters = [...new Set(nearIds.flatMap((id) => memberships.get(id)?.cluster_id ?? []))].slice(
    0,
    CLUSTERS,
  );
  const wanted = new Set(ids);
  for (const cluster of nearClusters) {
    for (const member of (await clusters.members(cluster, { limit: SAMPLE })).items) {
      if (member.feedback_id === record.id) continue;
      wanted.add(member.feedback_id);
      memberships.set(member.feedback_id, member);
    }
  }
  const [texts, known] = [await feedback.findAll([...wanted]), await vectors.get([...wanted])];
  const byId = new Map(texts.map((text) => [text.id, text]));
  const evaluated = await evaluations.findAll([...wanted]);
  // Keep the order of `wanted`, since the store may return another. Feedback that is not evidence, or that a person
  // marked as no pattern, must not influence the placement.
  const others = [...wanted]
    .flatMap((id) => byId.get(id) ?? [])
    .filter((other) => known.has(other.id) && isEvidence(other) && isOpenOrEvidence(evaluated.get(other.id)));
  // Splits keep clusters apart, so feedback without a cluster has none to be kept from.
  const pairs = own === undefined ? [] : await clusters.keptApart([record.id, ...others.map(({ id }) => id)]);
  const apart = new Set(pairs.filter((pair) => pair.includes(record.id)).flat());
  const judgements = await judge.judge(
    judgedText(record, vector),
    others.map((other) => judgedText(other, known.get(other.id)!)),
  );
  return others.flatMap((other, at) => {
    if (apart.has(other.id)) return [];
    const cluster = memberships.get(other.id)?.cluster_id;
    return [
      {
        feedback: other,
        feedback_id: other.id,
        judgement: judgements[at]!,
        speaks: isEvidenceForRule(evaluated.get(other.id)),
        ...defined({ cluster_id: cluster }),
      },
    ];
  });
}
