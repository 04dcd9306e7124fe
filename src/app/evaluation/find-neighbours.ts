import { defined } from "../../core/defined.ts";
import type { PlacementCandidate } from "../../core/cluster/choose-placement.ts";
import type { Membership } from "../../core/cluster/cluster.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { isEvidence, isCorrection, adviceOf } from "../../core/feedback/kind-of-feedback.ts";
import { judgedText, MIN_COSINE } from "../../core/judge/judgement.ts";
import { isOpenOrEvidence, isEvidenceForRule } from "../../core/rule/propose/evidence-summary.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { EvaluationStore } from "../../ports/rule-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { Judge } from "../../ports/evaluator.ts";
import type { VectorIndex } from "../../ports/vector-index.ts";
import type { SimilarFeedback, ContradictedDecision } from "../../core/evaluation/evaluation-facts.ts";
import { areSameWords, meaningWords } from "../../core/evaluation/recurs.ts";
import { disagreeOnOutput, outputHashes } from "../../core/feedback/similarity-text.ts";
import { relateRules } from "../../core/rule/relate/relate-rules.ts";
import { byCodeUnits } from "../../core/text/code-points.ts";

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
    atLeast: MIN_COSINE,
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

interface SimilarParts {
  readonly clusters: Pick<ClusterStore, "members">;
  readonly feedback: Pick<FeedbackStore, "findAll">;
}

/** The most similar records that an evaluation lists. */
const MAX_SIMILAR = 20;
/** With more members it recurs whatever their words are. */
const MAX_COMPARED = 4;

/** The other members of a cluster, and whether they use the same words. */
export async function listSimilar(
  { clusters, feedback }: SimilarParts,
  cluster: string,
  record: Feedback,
  near: readonly Near[],
): Promise<readonly SimilarFeedback[]> {
  const page = await clusters.members(cluster, { limit: MAX_SIMILAR + 1 });
  const items = page.items.filter(({ feedback_id }) => feedback_id !== record.id).slice(0, MAX_SIMILAR);
  const compared = items.length > MAX_COMPARED ? [] : items.map(({ feedback_id }) => feedback_id);
  const texts = new Map(near.map((one) => [one.feedback_id, one.feedback.similarity_text]));
  const missing = compared.filter((id) => !texts.has(id));
  for (const { id, similarity_text } of missing.length === 0 ? [] : await feedback.findAll(missing)) {
    texts.set(id, similarity_text);
  }
  const own = compared.length === 0 ? new Set<string>() : meaningWords(record.similarity_text);
  return items.map(({ feedback_id, author, trust, score }) => ({
    feedback_id,
    author: { id: author, trust },
    score,
    ...(compared.includes(feedback_id)
      ? { same_words: areSameWords(own, meaningWords(texts.get(feedback_id) ?? "")) }
      : {}),
  }));
}

interface ContradictionParts {
  readonly feedback: Pick<FeedbackStore, "ofOutput">;
  readonly evaluations: Pick<EvaluationStore, "findAll">;
}

export interface FoundContradictions {
  /** Decisions that the record contradicts, newest first. */
  readonly earlier: readonly ContradictedDecision[];
  /** Later feedback that contradicts the record, which may have been recorded first. */
  readonly later: readonly string[];
}

const NONE: FoundContradictions = { earlier: [], later: [] };

/**
 * Finds feedback that asks for the opposite, and different decisions on the same output. Feedback that a person
 * marked as no pattern contradicts nothing. Feedback that waits for a person does, so that being first makes nobody
 * right.
 */
export async function findContradicted(
  { feedback, evaluations }: ContradictionParts,
  record: Feedback,
  near: readonly Near[],
): Promise<FoundContradictions> {
  if (!isEvidence(record) || record.convention === true) return NONE;
  const opposite = near
    .filter(
      ({ feedback: other, judgement }) =>
        judgement.relation === "opposite" &&
        areCorrections(record, other) &&
        (judgement.score >= SAME_SUBJECT_SCORE || areInConflict(record, other)),
    )
    .map(({ feedback: other }) => other);
  const judged = record.outcome === null ? [] : await feedback.ofOutput(outputHashes(record));
  const disputed = judged.filter(
    (other) => other.id !== record.id && isEvidence(other) && disagreeOnOutput(record, other),
  );
  const evaluated = await evaluations.findAll(disputed.map(({ id }) => id));
  const sameOutput = new Set(disputed.map(({ id }) => id));
  const against = [
    ...disputed.filter(({ id }) => isOpenOrEvidence(evaluated.get(id))),
    ...opposite.filter(({ id }) => !sameOutput.has(id)),
  ];
  return {
    earlier: against
      .filter((other) => isBefore(other, record))
      .toSorted((a, b) => byCodeUnits(b.time, a.time) || byCodeUnits(a.id, b.id))
      .map(({ id, time, outcome }) => ({
        feedback_id: id,
        time,
        outcome,
        same_output: sameOutput.has(id),
      })),
    later: against.filter((other) => isBefore(record, other)).map(({ id }) => id),
  };
}

const areCorrections = (record: Feedback, other: Feedback): boolean =>
  other.convention !== true && isCorrection(record) && isCorrection(other);

/** From this score, which is low for opposites, two texts are about one thing. */
const SAME_SUBJECT_SCORE = 0.08;

/**
 * Whether both cannot be followed at once. The judge also calls two remarks opposites if they merely should not be
 * grouped, such as "log timestamps in UTC" and "never log the API key".
 */
const areInConflict = (record: Feedback, other: Feedback): boolean =>
  relateRules(wordsOf(record), wordsOf(other)).relation === "conflict";

/** How much of a remark is read: its subject comes early. */
const MAX_READ = 600;

const wordsOf = (record: Feedback): string => (adviceOf(record) ?? record.similarity_text).slice(0, MAX_READ);

const isBefore = (one: Feedback, other: Feedback): boolean =>
  byCodeUnits(one.time, other.time) < 0 || (one.time === other.time && byCodeUnits(one.id, other.id) < 0);
