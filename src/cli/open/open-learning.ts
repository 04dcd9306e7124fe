import { defined } from "../../core/defined.ts";
import { setImmediate, setTimeout } from "node:timers/promises";
import { evaluateFeedback } from "../../app/evaluation/evaluate-feedback.ts";
import { expireProposals } from "../../app/rule/expire-proposals.ts";
import { relinkClusters } from "../../app/cluster/relink-clusters.ts";
import { learnOnce, type Learned } from "../../app/evaluation/learn-once.ts";
import { measureRules } from "../../app/rule/measure-rules.ts";
import { proposeRules, type ProposedRules } from "../../app/rule/propose-rules.ts";
import { reconsiderRules } from "../../app/evaluation/reconsider-rules.ts";
import type { Rule } from "../../core/rule/rule.ts";
import type { EvaluationRecord } from "../../core/evaluation/evaluation.ts";
import type { EventLog } from "../../ports/event-log.ts";
import type { RulePolicy } from "../../core/rule/rule-policy.ts";
import type { Catalogue } from "../../ports/catalogue.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { Evaluator } from "../../ports/evaluator.ts";
import type { Judge } from "../../ports/judge.ts";
import type { Store } from "../../ports/store.ts";
import type { VectorIndex } from "../../ports/vector-index.ts";
import type { WorldError } from "../../ports/world-error.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "./config-of.ts";
import { openCatalogue } from "./open-catalogue.ts";
import { chromaOf } from "./open-outside-vectors.ts";
import { safeLine } from "../terminal/safe-text.ts";

/** What learning needs besides the store. */
export interface Learning {
  readonly embedder: Embedder;
  readonly judge: Judge;
  readonly vectors: VectorIndex;
  readonly evaluator: Evaluator;
  readonly catalogue: Catalogue;
  readonly evaluate: (feedbackIds: readonly string[]) => Promise<readonly EvaluationRecord[]>;
  /** Proposes what recurs, once what nobody has seen is grouped anew. */
  readonly propose: () => Promise<ProposedRules>;
  /** Evaluates again what rules that came into force, or were retired, cover. */
  readonly reconsider: (ruleIds: readonly string[]) => Promise<void>;
  /** Ends proposals that nobody decided in time. */
  readonly expire: () => Promise<readonly Rule[]>;
  readonly measure: () => Promise<unknown>;
  /** Evaluates what was recorded and not evaluated yet. */
  readonly learn: (onProgress?: (evaluated: number, waiting: number) => void) => Promise<Learned>;
}

/**
 * Wires the embedder, the judge and the evaluator to an open store; weights are read with the first text. A process that
 * must go on answering embeds on a thread.
 */
export async function openLearning(
  io: CliIo,
  store: Store,
  policy: RulePolicy,
  events: EventLog = store.events,
  place?: "thread",
): Promise<Learning> {
  const { compose } = await import("../../compose.ts");
  const emend = compose({ cwd: io.cwd });
  const embedder = await emend.openEmbedder(await embedderOf(io), place);
  const { name: model, dimensions } = embedder;
  const chroma = await chromaOf(io);
  const [judge, vectors, evaluator] = [
    await emend.openJudge({ model }),
    await (chroma === undefined
      ? store.openVectors({ model, dimensions })
      : emend.openChroma({ ...chroma, model, dimensions })),
    await emend.openEvaluator({ policy, ...(await llmOf(io)) }),
  ];
  const { catalogue } = await openCatalogue(io, { embedder, place });
  const now = (): string => io.now().toISOString();
  const parts = { ...store, vectors, embedder, judge, evaluator, catalogue, policy, now };
  const evaluate = evaluateFeedback(parts);
  const relink = relinkClusters({
    ...parts,
    evaluate,
    pause: () => setImmediate(),
  });
  const proposeLinked = proposeRules({ ...parts, evaluate });
  const reconsider = reconsiderRules({ ...parts, evaluate });
  return {
    embedder,
    judge,
    vectors,
    evaluator,
    catalogue,
    evaluate: (feedbackIds) => evaluate(feedbackIds),
    propose: async () => {
      await relink();
      return proposeLinked();
    },
    reconsider,
    expire: expireProposals(parts),
    measure: () => measureRules(parts)({ flag: true }),
    learn: (onProgress) =>
      learnOnce({
        outbox: store.outbox,
        events,
        evaluate,
        reconsider,
        wait: (ms) => setTimeout(ms),
        ...defined({ onProgress }),
      })(`cli ${process.pid}`),
  };
}

/** An endpoint that is configured takes the local model's place. */
export async function embedderOf(io: CliIo) {
  const { url, model, key } = (await configOf(io)).embedding;
  return url === undefined ? undefined : { url, model, ...defined({ apiKey: key }) };
}

/** A command that words rules, or a language model that is also asked where the facts leave something open. */
async function llmOf(io: CliIo) {
  const { provider, url, model, key, command, commandEnv, callsPerDay, tokensPerDay } = (await configOf(io))
    .llm;
  const onFault = ({ code, message }: WorldError): void =>
    void io.stderr.write(`emend: ${safeLine(message)} [${code}]\n`);
  const budget = { callsPerDay, ...defined({ tokensPerDay }) };
  if (command !== undefined) {
    return { command: { argv: command, named: commandEnv ?? [], env: io.env, ...budget, onFault } };
  }
  if (model === undefined) return {};
  return {
    llm: {
      provider,
      model,
      ...budget,
      ...defined({ url, apiKey: key }),
      onFault,
    },
  };
}
