import {
  choosePlacement,
  type Placement,
  type PlacementCandidate,
} from "../../core/cluster/choose-placement.ts";
import type { Membership } from "../../core/cluster/cluster.ts";
import type { Evaluation, EvaluationRecord } from "../../core/evaluation/evaluation.ts";
import { evaluationFacts } from "../../core/evaluation/evaluation-facts.ts";
import { areSameWords, meaningWords } from "../../core/evaluation/recurs.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { isEvidence } from "../../core/feedback/is-evidence.ts";
import { isCorrection } from "../../core/feedback/kind-of-feedback.ts";
import { clusterId } from "../../core/cluster/cluster-id.ts";
import { asPeople, asPerson } from "../../core/person/by-person.ts";
import { sameWords } from "../../core/judge/same-words.ts";
import { saysWhat } from "../../core/rule/propose/says-what.ts";
import { judgedText, LEAST_COSINE } from "../../core/judge/judged-text.ts";
import type { ClusterStore, NewMember } from "../../ports/cluster-store.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { EvaluationStore } from "../../ports/evaluation-store.ts";
import type { Evaluator } from "../../ports/evaluator.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { Judge } from "../../ports/judge.ts";
import type { PersonStore } from "../../ports/person-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { VectorIndex } from "../../ports/vector-index.ts";
import { decideOnEvaluation } from "./decide-on-evaluation.ts";
import { EMEND_ACTOR } from "../rule/emend-actor.ts";

export interface EvaluateParts {
  readonly feedback: FeedbackStore;
  readonly vectors: VectorIndex;
  readonly clusters: ClusterStore;
  readonly evaluations: EvaluationStore;
  readonly rules: RuleStore;
  readonly embedder: Embedder;
  readonly judge: Judge;
  readonly evaluator: Evaluator;
  readonly people: Pick<PersonStore, "read">;
  readonly now: () => string;
}

/** Neighbours worth a judgement: what is the same is among the first few, and each costs time. */
const NEIGHBOURS = 6;
/** Clusters whose fit is looked at, and how many members stand for each. */
const CLUSTERS = 2;
const SAMPLE = 4;
const CLUSTER_MARGIN = 0.1;
/** Feedback that says the same which an evaluation names. */
const SIMILAR = 20;

/**
 * Gives recorded feedback its vector, its cluster and its class, each piece once however often it is asked for. The
 * cost of a piece does not grow with what was recorded before. Answers with those that were not evaluated yet.
 */
export const evaluateFeedback = (parts: EvaluateParts) => {
  const decide = decideOnEvaluation(parts);

  async function evaluate(
    record: Feedback,
    vector: Float32Array | undefined,
    known: EvaluationRecord | null,
  ): Promise<EvaluationRecord | undefined> {
    const own = (await parts.clusters.membershipsOf([record.id])).get(record.id);
    const near = vector === undefined ? [] : await neighboursOf(parts, record, vector, own);
    // What was evaluated before had its chance, and is where it belongs.
    const membership = own ?? (known === null ? await place(parts, record, near) : undefined);
    const others = membership === undefined ? [] : await othersOf(parts, membership.cluster_id, record, near);
    const covering = membership === undefined ? undefined : await coveringRule(parts, membership.cluster_id);
    const contradicted = near.filter(({ feedback, judgement }) =>
      isContradiction(record, feedback, judgement.relation),
    );
    const people = await parts.people.read();
    const facts = evaluationFacts(asPerson(record, people), {
      similar: asPeople(others, people),
      contradicts: contradicted.map(({ feedback }) => feedback.id),
      ...(covering === undefined ? {} : { covered_by: covering }),
    });
    const words = new Map([[record.id, record.similarity_text]]);
    for (const { feedback } of near) words.set(feedback.id, feedback.similarity_text);
    const made = await parts.evaluator.evaluate({ facts, words });
    const evaluation = known === null ? made : withProposal(made, known);
    const decided = await decide(record.id, { type: "evaluate", by: EMEND_ACTOR, evaluation }, known);
    return decided.ok ? decided.value : undefined;
  }

  return async (
    feedbackIds: readonly string[],
    /** `again`: only what was evaluated before, because its cluster changed; nothing is placed then. */
    mode: "new" | "again" = "new",
  ): Promise<readonly EvaluationRecord[]> => {
    const records = await parts.feedback.findAll(feedbackIds);
    const vectors = await embedMissing(parts, records);
    const fresh: Feedback[] = [];
    const known = new Map<string, EvaluationRecord>();
    for (const record of records) {
      const evaluation = await parts.evaluations.find(record.id);
      if (evaluation !== undefined) known.set(record.id, evaluation);
      if ((evaluation === undefined) === (mode === "new")) fresh.push(record);
    }
    // In the order of time, so that the same records give the same clusters whatever order they arrive in.
    fresh.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.id < b.id ? -1 : 1));
    const evaluated: EvaluationRecord[] = [];
    for (const record of fresh) {
      const done = await evaluate(record, vectors.get(record.id), known.get(record.id) ?? null);
      if (done !== undefined) evaluated.push(done);
    }
    return evaluated;
  };
};

/**
 * The vectors of those that have words. They are kept apart from evaluations: a store that was rebuilt has those and
 * not these, and an embedder that was changed begins without any.
 */
async function embedMissing(
  { embedder, feedback, vectors }: EvaluateParts,
  records: readonly Feedback[],
): Promise<ReadonlyMap<string, Float32Array>> {
  const worded = records.filter(({ similarity_text }) => similarity_text.trim() !== "");
  const known = new Map(await vectors.get(worded.map(({ id }) => id)));
  const missing = worded.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return known;
  const made = await embedder.embed(missing.map(({ similarity_text }) => similarity_text));
  const entries = missing.map(({ id }, at) => ({ id, vector: made[at]! }));
  await vectors.put(entries);
  // Whoever deleted or erased a record while its words were embedded found no vector to remove.
  const present = await feedback.findAll(missing.map(({ id }) => id));
  const texts = new Map(present.map(({ id, similarity_text }) => [id, similarity_text]));
  const gone = missing.filter(({ id, similarity_text }) => texts.get(id) !== similarity_text);
  if (gone.length > 0) await vectors.remove(gone.map(({ id }) => id));
  for (const { id, vector } of entries) known.set(id, vector);
  for (const { id } of gone) known.delete(id);
  return known;
}

interface Near extends PlacementCandidate {
  readonly feedback: Feedback;
}

/** The nearest feedback and members of the clusters it belongs to, each with a judgement. */
async function neighboursOf(
  { vectors, clusters, feedback, judge }: EvaluateParts,
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
  // The nearest cluster, and another only where it is nearly as near.
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
  // In the order asked for, whatever the store's. What is no evidence is kept and shown, and nothing is placed by
  // it.
  const others = [...wanted]
    .flatMap((id) => byId.get(id) ?? [])
    .filter((other) => known.has(other.id) && isEvidence(other));
  // What is in no cluster is kept from none.
  const pairs = own === undefined ? [] : await clusters.keptApart([record.id, ...others.map(({ id }) => id)]);
  const apart = new Set(pairs.flat());
  const judgements = await judge.judge(
    judgedText(record, vector),
    others.map((other) => judgedText(other, known.get(other.id)!)),
  );
  return others.flatMap((other, at) => {
    if (apart.has(record.id) && apart.has(other.id)) return [];
    const cluster = memberships.get(other.id)?.cluster_id;
    return [
      {
        feedback: other,
        feedback_id: other.id,
        judgement: judgements[at]!,
        ...(cluster === undefined ? {} : { cluster_id: cluster }),
      },
    ];
  });
}

/** Puts feedback that is in no cluster into the one it belongs to; what stands alone has none. */
async function place(
  { clusters, feedback }: EvaluateParts,
  record: Feedback,
  near: readonly Near[],
): Promise<Membership | undefined> {
  // A history of reviews is there as a whole, so it is grouped as a whole when rules are proposed.
  if (!isEvidence(record) || !isCorrection(record) || record.convention === true) return undefined;
  // What is in a cluster is an occurrence already, which spares reading its words.
  const occurrences = near.filter(
    (one) =>
      (one.cluster_id !== undefined || (isCorrection(one.feedback) && one.feedback.convention !== true)) &&
      mayJoin(record, one.feedback),
  );
  const placement = choosePlacement(occurrences);
  if (placement.kind === "alone") return undefined;
  if (placement.kind === "join") return clusters.join(toMember(record, placement.cluster_id, placement));
  const other = (await feedback.find(placement.with))!;
  const id = (await isLeft(clusters, other.id)) ? clusterId(record.id) : clusterId(other.id);
  await clusters.found(id, [toMember(other, id, { score: 1, reasons: [] }), toMember(record, id, placement)]);
  return (await clusters.membershipsOf([record.id])).get(record.id);
}

/** Whether a record stands alone now and what it once founded is still there, as a cluster of others. */
async function isLeft(clusters: EvaluateParts["clusters"], id: string): Promise<boolean> {
  if ((await clusters.find(clusterId(id))) === undefined) return false;
  return !(await clusters.membershipsOf([id])).has(id);
}

/** A rule that was proposed for it stays named. */
function withProposal(made: Evaluation, { evaluation: { proposed_action: before } }: EvaluationRecord) {
  const action = made.proposed_action;
  if (action?.action_type !== "CREATE_RULE" || before?.action_type !== "CREATE_RULE") return made;
  return { ...made, proposed_action: { ...action, proposal_id: action.proposal_id ?? before.proposal_id } };
}

/** "A check of the work failed" says nothing, so it goes only with what says the same nothing. */
const mayJoin = (record: Feedback, other: Feedback): boolean =>
  (saysWhat(record) && saysWhat(other)) || sameWords([record.similarity_text, other.similarity_text]);

export const toMember = (
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

/** With more others than this it recurs whatever their words are, unless a team asks for many. */
const COMPARED = 4;

async function othersOf(
  { clusters, feedback }: EvaluateParts,
  cluster: string,
  record: Feedback,
  near: readonly Near[],
) {
  const page = await clusters.members(cluster, { limit: SIMILAR + 1 });
  const items = page.items.filter(({ feedback_id }) => feedback_id !== record.id).slice(0, SIMILAR);
  const compared = items.length > COMPARED ? [] : items.map(({ feedback_id }) => feedback_id);
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

async function coveringRule({ rules }: EvaluateParts, cluster: string) {
  const rule = (await rules.ofCluster(cluster)).find(({ in_force }) => in_force !== null);
  const version = rule?.versions[rule.in_force! - 1];
  return rule === undefined || version === undefined
    ? undefined
    : { rule_id: rule.id, insertion_point: version.insertion_point };
}

/** The opposite of what an earlier one asked for, or a refusal of the very output that was approved. */
function isContradiction(record: Feedback, earlier: Feedback, relation: string): boolean {
  if (earlier.time > record.time || !isEvidence(earlier)) return false;
  if (record.convention === true || earlier.convention === true) return false;
  if (relation === "opposite") return isCorrection(record) && isCorrection(earlier);
  const refuses = record.outcome === "rejected" && earlier.outcome === "approved";
  return refuses && earlier.output !== undefined && earlier.output.agent_sha === record.output?.agent_sha;
}
