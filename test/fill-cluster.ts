import { decideOnEvaluation } from "../src/app/evaluation/decide-on-evaluation.ts";
import { EMEND_ACTOR } from "../src/app/rule/decide-rule.ts";
import { clusterId } from "../src/core/cluster/cluster.ts";
import { classify } from "../src/core/evaluation/classify.ts";
import { areSameWords, meaningWords } from "../src/core/evaluation/recurs.ts";
import { evaluationFacts } from "../src/core/evaluation/evaluation-facts.ts";
import type { Feedback } from "../src/core/feedback/feedback.ts";
import type { Store } from "../src/ports/store.ts";

export interface FillOptions {
  /** Said to contradict an earlier approval. */
  readonly contradicts?: Readonly<Record<string, readonly string[]>>;
  /** Adds to this cluster instead of founding one. */
  readonly into?: string;
}

/** Records feedback, oldest first, as members of one cluster, each evaluated as it comes; answers the cluster's id. */
export async function fillCluster(
  store: Store,
  feedback: readonly Feedback[],
  { contradicts = {}, into }: FillOptions = {},
): Promise<string> {
  await store.feedback.record(feedback);
  const id = into ?? clusterId(feedback[0]!.id);
  const decide = decideOnEvaluation({ evaluations: store.evaluations, now: () => feedback.at(-1)!.time });
  const members = feedback.map((record) => ({
    feedback_id: record.id,
    cluster_id: id,
    score: 0.9,
    reasons: [],
    time: record.time,
    author: record.author.id,
    trust: record.author.trust,
    agent: record.agent ?? "",
  }));
  if (into === undefined) await store.clusters.found(id, members);
  else for (const member of members) await store.clusters.join(member);
  for (const [at, record] of feedback.entries()) {
    const similar = feedback.slice(0, at).map(({ id: feedback_id, author, similarity_text }) => ({
      feedback_id,
      author,
      score: 0.9,
      same_words: areSameWords(meaningWords(similarity_text), meaningWords(record.similarity_text)),
    }));
    const facts = evaluationFacts(record, { similar, contradicts: contradicts[record.id] ?? [] });
    await decide(record.id, { type: "evaluate", by: EMEND_ACTOR, evaluation: classify(facts) });
  }
  return id;
}
