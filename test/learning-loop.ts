import type { Feedback, FeedbackAuthor, JudgedOutput } from "../src/core/feedback/feedback.ts";
import { type ResolutionKind, type Standing, standingOf } from "../src/core/evaluation/evaluation.ts";
import type { Rule } from "../src/core/rule/rule.ts";
import { DEFAULT_RULE_POLICY } from "../src/core/evaluation/rule-policy.ts";
import { createLocalEmbedder } from "../src/drivers/embedding/local-embedder.ts";
import { createBuiltInEvaluator } from "../src/drivers/evaluator/built-in-evaluator.ts";
import { createBuiltInJudge } from "../src/drivers/judge/built-in-judge.ts";
import { loadCatalogueMap } from "../src/drivers/catalogue/load-catalogue-map.ts";
import type { Store } from "../src/ports/store.ts";
import { relinkClusters } from "../src/app/cluster/relink-clusters.ts";
import { decideOnEvaluation } from "../src/app/evaluation/decide-on-evaluation.ts";
import { evaluateFeedback } from "../src/app/evaluation/evaluate-feedback.ts";
import { reconsiderRules } from "../src/app/evaluation/reconsider-rules.ts";
import { decideRule } from "../src/app/rule/decide-rule.ts";
import { proposeRules } from "../src/app/rule/propose-rules.ts";
import { type ExampleLine, exampleFeedback } from "./example-feedback.ts";

const local = createLocalEmbedder();
const judge = createBuiltInJudge(loadCatalogueMap(local.name));

export interface SaidLine extends Omit<ExampleLine, "id"> {
  readonly trust?: FeedbackAuthor["trust"];
  readonly output?: JudgedOutput;
}

/** A decision about an agent's work on the day `day`, with the words that are given. */
export function saidOn(day: number, line: SaidLine): Feedback {
  const { trust = "person", output, author = "ana", ...rest } = line;
  const record = exampleFeedback({
    id: `said-${day}-${author}-${rest.comment ?? ""}`,
    agent: "rio",
    outcome: "rejected",
    time: new Date(Date.UTC(2026, 2, day, 10)).toISOString(),
    author,
    ...rest,
  });
  return { ...record, author: { id: author, trust }, ...(output === undefined ? {} : { output }) };
}

/** The loop as the command and the server run it, on the real judge and model. */
export async function openLearningLoop(store: Store, now = "2026-03-20T00:00:00.000Z") {
  const vectors = await store.openVectors({ model: local.name, dimensions: local.dimensions });
  const parts = {
    ...store,
    vectors,
    embedder: local,
    judge,
    evaluator: createBuiltInEvaluator(),
    policy: DEFAULT_RULE_POLICY,
    now: () => now,
  };
  const evaluate = evaluateFeedback(parts);
  const relink = relinkClusters({ ...parts, evaluate, pause: () => Promise.resolve() });
  const proposeLinked = proposeRules({ ...parts, evaluate });
  const decide = decideRule(parts);
  const reconsider = reconsiderRules({ ...parts, evaluate });
  const propose = async (): Promise<readonly Rule[]> => {
    await relink();
    return (await proposeLinked()).proposed;
  };
  return {
    parts,
    evaluate,
    propose,
    reconsider,
    /** Records and evaluates each alone, as they come in. */
    learn: async (...records: readonly Feedback[]): Promise<void> => {
      for (const record of records) {
        await store.feedback.record([record]);
        await evaluate([record.id]);
      }
    },
    resolve: async (record: Feedback, as: ResolutionKind): Promise<void> => {
      const by = { id: "cleo", trust: "person" } as const;
      const command = { type: "resolve_ambiguous", by, as, reason: "talked about it" } as const;
      const decided = await decideOnEvaluation(parts)(record.id, command);
      if (!decided.ok) throw new Error(decided.error.message);
    },
    /** Two people approve it, and what it covers is looked at again. */
    activate: async (rule: Rule): Promise<void> => {
      for (const id of ["ben", "cleo"]) {
        const by = { id, trust: "person" } as const;
        const decided = await decide(rule.id, { type: "approve", by, version: rule.pending! });
        if (!decided.ok) throw new Error(decided.error.message);
      }
      await reconsider([rule.id]);
    },
    standings: async (...records: readonly Feedback[]): Promise<readonly (Standing | undefined)[]> => {
      const known = await store.evaluations.findAll(records.map(({ id }) => id));
      return records.map(({ id }) => {
        const record = known.get(id);
        return record === undefined ? undefined : standingOf(record);
      });
    },
    /** What is listed as an edge case. */
    edgeCases: async (): Promise<readonly string[]> =>
      (await store.evaluations.list({ standing: "edge_case", limit: 500 })).items.map(
        ({ feedback_id }) => feedback_id,
      ),
  };
}
