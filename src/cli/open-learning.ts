import { setTimeout } from "node:timers/promises";
import { evaluateFeedback } from "../app/evaluate-feedback.ts";
import { expireProposals } from "../app/expire-proposals.ts";
import { learnOnce, type Learned } from "../app/learn-once.ts";
import { measureRules } from "../app/measure-rules.ts";
import { proposeRules, type ProposedRules } from "../app/propose-rules.ts";
import type { EvaluationRecord } from "../core/evaluation/evaluation.ts";
import type { EventLog } from "../ports/event-log.ts";
import type { RulePolicy } from "../core/rule/rule-policy.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Evaluator } from "../ports/evaluator.ts";
import type { Judge } from "../ports/judge.ts";
import type { Store } from "../ports/store.ts";
import type { VectorIndex } from "../ports/vector-index.ts";
import type { WorldError } from "../ports/world-error.ts";
import { usageError } from "./cli-error.ts";
import type { CliIo } from "./cli-io.ts";
import { safeLine } from "./safe-text.ts";

/** What learning needs besides the store. */
export interface Learning {
  readonly embedder: Embedder;
  readonly judge: Judge;
  readonly vectors: VectorIndex;
  readonly evaluator: Evaluator;
  readonly evaluate: (feedbackIds: readonly string[]) => Promise<readonly EvaluationRecord[]>;
  readonly propose: () => Promise<ProposedRules>;
  readonly expire: () => Promise<unknown>;
  readonly measure: () => Promise<unknown>;
  /** Evaluates what was recorded and not evaluated yet. */
  readonly learn: (onProgress?: (evaluated: number, waiting: number) => void) => Promise<Learned>;
}

/** Wires the embedder, the judge and the evaluator to an open store; weights are read with the first text. */
export async function openLearning(
  io: CliIo,
  store: Store,
  policy: RulePolicy,
  events: EventLog = store.events,
): Promise<Learning> {
  const { compose } = await import("../compose.ts");
  const emend = compose({ cwd: io.cwd });
  const embedder = await emend.openEmbedder(embedderOf(io));
  const { name: model, dimensions } = embedder;
  const chroma = io.env["EMEND_CHROMA_URL"] || undefined;
  const [judge, vectors, evaluator] = [
    await emend.openJudge({ model }),
    await (chroma === undefined
      ? store.openVectors({ model, dimensions })
      : emend.openChroma({ url: chroma, model, dimensions })),
    await emend.openEvaluator({ policy, ...llmOf(io) }),
  ];
  const parts = { ...store, vectors, embedder, judge, evaluator, policy, now: () => io.now().toISOString() };
  const evaluate = evaluateFeedback(parts);
  return {
    embedder,
    judge,
    vectors,
    evaluator,
    evaluate,
    propose: proposeRules(parts),
    expire: expireProposals(parts),
    measure: () => measureRules(parts)({ flag: true }),
    learn: (onProgress) =>
      learnOnce({
        outbox: store.outbox,
        events,
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

/** A language model named in the environment is asked where the facts leave something open. */
function llmOf(io: CliIo) {
  const { EMEND_LLM_MODEL: model, EMEND_LLM_PROVIDER: provider = "openai-compatible" } = io.env;
  if (model === undefined || model === "") return {};
  if (provider !== "openai-compatible" && provider !== "anthropic") {
    throw usageError("invalid_provider", "EMEND_LLM_PROVIDER: expected openai-compatible or anthropic");
  }
  const callsPerDay = Number(io.env["EMEND_LLM_CALLS_PER_DAY"] ?? 200);
  if (!Number.isInteger(callsPerDay) || callsPerDay < 0) {
    throw usageError("invalid_budget", "EMEND_LLM_CALLS_PER_DAY: expected a whole number");
  }
  const { EMEND_LLM_URL: url, EMEND_LLM_KEY: apiKey } = io.env;
  return {
    llm: {
      provider,
      model,
      callsPerDay,
      ...(url === undefined ? {} : { url }),
      ...(apiKey === undefined ? {} : { apiKey }),
      onFault: ({ code, message }: WorldError) =>
        void io.stderr.write(`emend: ${safeLine(message)} [${code}]\n`),
    },
  } as const;
}
