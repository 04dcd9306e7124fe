import { setTimeout } from "node:timers/promises";
import { evaluateFeedback } from "../app/evaluate-feedback.ts";
import { learnOnce, type Learned } from "../app/learn-once.ts";
import type { RulePolicy } from "../core/rule/rule-policy.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Evaluator } from "../ports/evaluator.ts";
import type { Judge } from "../ports/judge.ts";
import type { Store } from "../ports/store.ts";
import type { VectorIndex } from "../ports/vector-index.ts";
import type { CliIo } from "./cli-io.ts";

/** What learning needs besides the store. */
export interface Learning {
  readonly embedder: Embedder;
  readonly judge: Judge;
  readonly vectors: VectorIndex;
  readonly evaluator: Evaluator;
  /** Evaluates what was recorded and not evaluated yet. */
  readonly learn: (onProgress?: (evaluated: number, waiting: number) => void) => Promise<Learned>;
}

/** Wires the embedder, the judge and the evaluator to an open store; weights are read with the first text. */
export async function openLearning(io: CliIo, store: Store, policy: RulePolicy): Promise<Learning> {
  const { compose } = await import("../compose.ts");
  const emend = compose({ cwd: io.cwd });
  const embedder = await emend.openEmbedder(embedderOf(io));
  const { name: model, dimensions } = embedder;
  const [judge, vectors, evaluator] = [
    await emend.openJudge({ model }),
    await store.openVectors({ model, dimensions }),
    await emend.openEvaluator({ policy }),
  ];
  const evaluate = evaluateFeedback({
    ...store,
    vectors,
    embedder,
    judge,
    evaluator,
    now: () => io.now().toISOString(),
  });
  return {
    embedder,
    judge,
    vectors,
    evaluator,
    learn: (onProgress) =>
      learnOnce({
        outbox: store.outbox,
        events: store.events,
        evaluate,
        wait: (ms) => setTimeout(ms),
        ...(onProgress === undefined ? {} : { onProgress }),
      })(`cli ${process.pid}`),
  };
}

/** An endpoint named in the environment takes the local model's place. */
export function embedderOf(io: CliIo) {
  const { EMEND_EMBEDDING_URL: url, EMEND_EMBEDDING_MODEL: model, EMEND_EMBEDDING_KEY: apiKey } = io.env;
  if (url === undefined || url === "") return undefined;
  return { url, model: model ?? "text-embedding-3-small", ...(apiKey === undefined ? {} : { apiKey }) };
}
