import { defined } from "../../core/defined.ts";
import type { Membership } from "../../core/cluster/cluster.ts";
import type { Evaluation, EvaluationRecord } from "../../core/evaluation/evaluation.ts";
import { type ContradictedDecision, evaluationFacts } from "../../core/evaluation/evaluation-facts.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { asPeople, asPerson } from "../../core/person/people.ts";
import { isEvidenceForRule } from "../../core/rule/propose/evidence-summary.ts";
import { byCodeUnits } from "../../core/text/code-points.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { Embedder, VectorIndex } from "../../ports/vector-index.ts";
import type { EvaluationStore, RuleStore } from "../../ports/rule-store.ts";
import type { Evaluator, Judge } from "../../ports/evaluator.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { PersonStore } from "../../ports/access-store.ts";
import { EMEND_ACTOR } from "../rule/decide-rule.ts";
import { decideOnEvaluation } from "./decide-on-evaluation.ts";
import { findContradicted, type Near, neighboursOf, listSimilar } from "./find-neighbours.ts";
import { type Covered, type CoverQuestion, findCoveringRule } from "./find-covering-rule.ts";
import { placeFeedback, toNewMember } from "./place-feedback.ts";

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

/**
 * `new`: not evaluated before. `again`: its cluster or surroundings changed. `place`: like `again`, and also
 * assigns a cluster if it has none and is evidence for a rule.
 */
export type EvaluateMode = "new" | "again" | "place";

/**
 * Assigns vector, cluster and class to recorded feedback, once per record. The cost per record does not grow with
 * the store. Others that a new record affects, such as a first occurrence that is no longer the only one, are re-
 * evaluated. Returns the requested records that were evaluated.
 */
export const evaluateFeedback = (parts: EvaluateParts) => {
  const decide = decideOnEvaluation(parts);
  const covering = findCoveringRule(parts);

  /** Evaluates one record: its cluster, contradictions and class. */
  async function evaluate(
    one: EvaluationTarget,
    mode: EvaluateMode,
    cover: Cover,
  ): Promise<Outcome | undefined> {
    const { record, vector, known, isSettled = false } = one;
    const own = (await parts.clusters.membershipsOf([record.id])).get(record.id);
    const near = vector === undefined || isSettled ? [] : await neighboursOf(parts, record, vector, own);
    const { earlier, later } = await findContradicted(parts, record, near);
    // A person who placed it already decided.
    const contradicted = own?.by === undefined ? earlier : [];
    const finding = { one, near, cover, mayJoin: mode !== "again" };
    const findMembership = (): Promise<Membership | undefined> =>
      own === undefined && finding.mayJoin ? placeFeedback(parts, record, near) : Promise.resolve(own);
    const isOpen = known === null || known.resolution === null;
    const isEvidenceNow = isOpen ? contradicted.length === 0 : isEvidenceForRule(known);
    let found = await classify(finding, isEvidenceNow ? await findMembership() : own, contradicted);
    if (isOpen && !isEvidenceNow && found.made.classification !== "ambiguous") {
      // A model dismissed the contradictions.
      found = await classify(finding, await findMembership(), []);
    }
    const decided = await decide(
      record.id,
      { type: "evaluate", by: EMEND_ACTOR, evaluation: found.made },
      known,
    );
    const saved = decided.ok ? decided.value : known;
    // Feedback that waits for a person is not evidence.
    const left =
      saved !== null && !isEvidenceForRule(saved) && (await parts.clusters.leave([record.id])).length > 0;
    const hasMoved = left || (own === undefined && found.membership !== undefined);
    const isSmall = found.companions < MAX_RECONSIDERED;
    return {
      ...(decided.ok ? { saved: decided.value } : {}),
      ...(hasMoved && isSmall && found.membership !== undefined
        ? { changedCluster: found.membership.cluster_id }
        : {}),
      later: saved !== null && isEvidenceForRule(saved) ? later : [],
    };
  }

  async function classify(
    { one: { record, vector, known, isSettled }, near, cover, mayJoin }: ClassifyInput,
    placed: Membership | undefined,
    contradicted: readonly ContradictedDecision[],
  ): Promise<Classified> {
    const isFree = contradicted.length === 0;
    const rule = await cover({ record, vector: isFree ? vector : undefined, cluster: placed?.cluster_id });
    const membership = placed ?? (mayJoin && isFree ? await joinRule(record, rule) : undefined);
    const others =
      membership === undefined ? [] : await listSimilar(parts, membership.cluster_id, record, near);
    const people = await parts.people.read();
    const facts = evaluationFacts(asPerson(record, people), {
      similar: asPeople(others, people),
      contradicts: contradicted.map(({ feedback_id }) => feedback_id),
      ...(contradicted.length === 0 ? {} : { contradicted }),
      ...(rule === undefined ? {} : { covered_by: coveringOf(rule) }),
    });
    const words = new Map([[record.id, record.similarity_text]]);
    for (const { feedback } of near) words.set(feedback.id, feedback.similarity_text);
    const unread = isSettled === true ? others.map(({ feedback_id }) => feedback_id) : [];
    for (const { id, similarity_text } of unread.length === 0 ? [] : await parts.feedback.findAll(unread)) {
      words.set(id, similarity_text);
    }
    // Contradictions about the same output do not depend on words, so the evaluator does not see those.
    for (const { feedback_id, same_output } of contradicted) if (same_output) words.delete(feedback_id);
    const made = await parts.evaluator.evaluate({ facts, words });
    return { made: known === null ? made : withProposal(made, known), membership, companions: others.length };
  }

  /** Feedback covered by a rule's own words is an occurrence of its mistake. */
  async function joinRule(record: Feedback, rule: Covered | undefined): Promise<Membership | undefined> {
    if (rule?.judgement === undefined || rule.cluster_id === null) return undefined;
    const member = toNewMember(record, rule.cluster_id, rule.judgement);
    const joined = await parts.clusters.join(member);
    if (joined !== undefined) return joined;
    // The first time here that a rule from elsewhere is broken.
    await parts.clusters.found(rule.cluster_id, [member]);
    return (await parts.clusters.membershipsOf([record.id])).get(record.id);
  }

  /** Other members whose class may change because a member joined or left. */
  async function membersToReclassify(cluster: string, without: string): Promise<readonly EvaluationTarget[]> {
    const { items } = await parts.clusters.members(cluster, { limit: MAX_RECONSIDERED });
    const ids = items.map(({ feedback_id }) => feedback_id).filter((id) => id !== without);
    const known = await parts.evaluations.findAll(ids);
    const few = items.length <= SMALL_CLUSTER;
    const wanted = ids.filter((id) => {
      const record = known.get(id);
      if (record === undefined || record.resolution !== null) return false;
      const { classification } = record.evaluation;
      return few || classification === "edge_case" || classification === "generalizable_low";
    });
    const records = await parts.feedback.findAll(wanted);
    const vectors = await parts.vectors.get(wanted);
    return records.map((record) => ({
      record,
      vector: vectors.get(record.id),
      known: known.get(record.id)!,
      isSettled: true,
    }));
  }

  async function loadContradicting(ids: readonly string[]): Promise<readonly EvaluationTarget[]> {
    if (ids.length === 0) return [];
    const [known, vectors] = [await parts.evaluations.findAll(ids), await parts.vectors.get(ids)];
    const wanted = ids.filter((id) => isEvidenceForRule(known.get(id)) && known.get(id)?.resolution === null);
    const records = await parts.feedback.findAll(wanted);
    return records.map((record) => ({
      record,
      vector: vectors.get(record.id),
      known: known.get(record.id)!,
    }));
  }

  return async (
    feedbackIds: readonly string[],
    mode: EvaluateMode = "new",
  ): Promise<readonly EvaluationRecord[]> => {
    const records = await parts.feedback.findAll(feedbackIds);
    const vectors = await embedMissing(parts, records);
    const known = await parts.evaluations.findAll(records.map(({ id }) => id));
    // By time, so that the order of arrival does not affect the clusters.
    const asked = records
      .filter(({ id }) => known.has(id) === (mode !== "new"))
      .toSorted((a, b) => byCodeUnits(a.time, b.time) || byCodeUnits(a.id, b.id));
    const cover = covering.forBatch();
    const evaluated: EvaluationRecord[] = [];
    for (const record of asked) {
      const one = { record, vector: vectors.get(record.id), known: known.get(record.id) ?? null };
      const done = await evaluate(one, mode, cover);
      if (done?.saved !== undefined) evaluated.push(done.saved);
      for (const other of done === undefined ? [] : await loadContradicting(done.later)) {
        await evaluate(other, "again", cover);
      }
      if (done?.changedCluster === undefined) continue;
      for (const other of await membersToReclassify(done.changedCluster, record.id)) {
        await evaluate(other, "again", cover);
      }
    }
    return evaluated;
  };
};

/** Members that are re-evaluated when one joins or leaves. In a larger cluster, one more or less changes no class. */
const MAX_RECONSIDERED = 12;
/** In such a small cluster all members are re-evaluated. */
const SMALL_CLUSTER = 3;

interface EvaluationTarget {
  readonly record: Feedback;
  readonly vector: Float32Array | undefined;
  readonly known: EvaluationRecord | null;
  /** It is evidence and has a cluster, so its neighbours do not matter. */
  readonly isSettled?: boolean;
}

type Cover = (question: CoverQuestion) => Promise<Covered | undefined>;

interface ClassifyInput {
  readonly one: EvaluationTarget;
  readonly near: readonly Near[];
  readonly cover: Cover;
  readonly mayJoin: boolean;
}

interface Classified {
  readonly made: Evaluation;
  readonly membership: Membership | undefined;
  /** The number of other members considered. */
  readonly companions: number;
}

interface Outcome {
  /** Absent if nothing changed. */
  readonly saved?: EvaluationRecord;
  /** The cluster that gained or lost a member. */
  readonly changedCluster?: string;
  /** Later feedback that contradicts it. */
  readonly later: readonly string[];
}

const coveringOf = ({ rule_id, insertion_point, earlier }: Covered) => ({
  rule_id,
  insertion_point,
  ...defined({ earlier }),
});

/** Keeps the id of the rule that was proposed for it. */
function withProposal(made: Evaluation, { evaluation: { proposed_action: before } }: EvaluationRecord) {
  const action = made.proposed_action;
  if (action?.action_type !== "CREATE_RULE" || before?.action_type !== "CREATE_RULE") return made;
  return { ...made, proposed_action: { ...action, proposal_id: action.proposal_id ?? before.proposal_id } };
}

interface EmbedParts {
  readonly feedback: Pick<FeedbackStore, "findAll">;
  readonly vectors: Pick<VectorIndex, "get" | "put" | "remove">;
  readonly embedder: Embedder;
}

/**
 * Vectors of the records with text. They are stored separately from evaluations: a rebuilt store has no vectors,
 * and neither has one with a new embedder.
 */
async function embedMissing(
  { embedder, feedback, vectors }: EmbedParts,
  records: readonly Feedback[],
): Promise<ReadonlyMap<string, Float32Array>> {
  const withText = records.filter(({ similarity_text }) => similarity_text.trim() !== "");
  const known = new Map(await vectors.get(withText.map(({ id }) => id)));
  const missing = withText.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return known;
  const made = await embedder.embed(missing.map(({ similarity_text }) => similarity_text));
  const entries = missing.map(({ id }, at) => ({ id, vector: made[at]! }));
  await vectors.put(entries);
  // A record that was deleted or erased during embedding had no vector to remove yet.
  const present = await feedback.findAll(missing.map(({ id }) => id));
  const texts = new Map(present.map(({ id, similarity_text }) => [id, similarity_text]));
  const gone = missing.filter(({ id, similarity_text }) => texts.get(id) !== similarity_text);
  if (gone.length > 0) await vectors.remove(gone.map(({ id }) => id));
  for (const { id, vector } of entries) known.set(id, vector);
  for (const { id } of gone) known.delete(id);
  return known;
}
