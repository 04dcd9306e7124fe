import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { evaluateFeedback } from "../../src/app/evaluation/evaluate-feedback.ts";
import { LEARN_GROUP, learnFromEvents } from "../../src/app/evaluation/learn-from-events.ts";
import { retryThroughOutage } from "../../src/app/event/retry-through-outage.ts";
import { DEFAULT_RULE_POLICY } from "../../src/core/evaluation/rule-policy.ts";
import { createOpenAiEmbedder } from "../../src/drivers/embedding/openai-embedder.ts";
import { createBuiltInEvaluator } from "../../src/drivers/evaluator/built-in-evaluator.ts";
import { createBuiltInJudge } from "../../src/drivers/judge/built-in-judge.ts";
import { loadCatalogueMap } from "../../src/drivers/catalogue/load-catalogue-map.ts";
import { createSqlEventLog } from "../../src/drivers/sql/event/sql-event-log.ts";
import { until } from "../contract/make-event.ts";
import { makeFeedback } from "../contract/make-feedback.ts";
import { sendJson, sendVectors, startEmbeddingServer } from "../embedding-server.ts";
import { openSqlDatabase } from "../open-sql-database.ts";
import { openTestStore } from "../open-test-store.ts";

const ATTEMPTS = 3;

describe("learning, when the embedding server fails", () => {
  const cleanUps: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
  });

  /** A learner as a worker has it, whose vectors come from a server that fails as long as `fail` says so. */
  const startLearner = async (fail: (response: ServerResponse, texts: readonly string[]) => boolean) => {
    const server = await startEmbeddingServer(({ body: { input } }, response) => {
      if (!fail(response, input))
        sendVectors(
          response,
          input.map((text) => [text.length % 7, 1, text.length % 3]),
        );
    });
    cleanUps.push(() => server.stop());
    const store = await openTestStore();
    cleanUps.push(() => store.close());
    const database = await openSqlDatabase(":memory:");
    cleanUps.push(() => database.close());
    const log = createSqlEventLog(database, {
      retry: { baseMs: 1, capMs: 2, attempts: ATTEMPTS },
      pollMs: 5,
    });
    const embedder = await createOpenAiEmbedder({
      url: server.url,
      model: "m",
      dimensions: 3,
      retry: { attempts: 2, baseMs: 1, capMs: 2 },
    });
    const { name: model, dimensions } = embedder;
    const evaluate = evaluateFeedback({
      ...store,
      embedder,
      vectors: await store.openVectors({ model, dimensions }),
      judge: createBuiltInJudge(loadCatalogueMap(model)),
      evaluator: createBuiltInEvaluator({ policy: DEFAULT_RULE_POLICY }),
      now: () => new Date().toISOString(),
    });
    const stopping = new AbortController();
    const waits: string[] = [];
    const patiently = retryThroughOutage(
      {
        wait: () => new Promise((resolve) => setTimeout(resolve, 1)),
        random: Math.random,
        signal: stopping.signal,
        onFault: ({ code }) => waits.push(code),
      },
      "learning",
    );
    const faults: string[] = [];
    log.consume({
      group: LEARN_GROUP,
      consumer: "c",
      handle: learnFromEvents({
        reconsider: () => Promise.resolve(),
        evaluate: (ids) => patiently(() => evaluate(ids)),
      }),
      onFault: ({ code }) => faults.push(code),
    });
    cleanUps.push(() => {
      stopping.abort();
      return log.close();
    });
    const record = async (from: number, to: number): Promise<readonly string[]> => {
      const records = Array.from({ length: to - from }, (_, at) => makeFeedback(from + at));
      await store.feedback.record(records);
      while ((await store.outbox.relay(500, (batch) => log.publish(batch))) > 0);
      return records.map(({ similarity_text }) => similarity_text);
    };
    const evaluated = async (): Promise<number> => {
      const { items } = await store.feedback.list({ limit: 500 });
      const found = await Promise.all(items.map(({ id }) => store.evaluations.find(id)));
      return found.filter((one) => one !== undefined).length;
    };
    return { log, waits, faults, record, evaluated };
  };

  it.each<{ why: string; fail: (response: ServerResponse) => void }>([
    { why: "cuts every connection", fail: (response) => void response.destroy() },
    { why: "answers 503", fail: (response) => sendJson(response, 503, {}) },
    { why: "answers 429", fail: (response) => sendJson(response, 429, {}) },
    { why: "refuses the key", fail: (response) => sendJson(response, 401, {}) },
  ])("waits for one that $why, and then learns everything", async ({ fail }) => {
    let away = true;
    const learner = await startLearner((response) => {
      if (away) fail(response);
      return away;
    });
    await learner.record(0, 12);
    await until(
      "it was waited for more often than an event is tried",
      () => learner.waits.length > 3 * ATTEMPTS,
    );
    expect(await learner.log.backlog(LEARN_GROUP)).toMatchObject({ dead: 0 });
    away = false;
    await until("all are evaluated", async () => (await learner.evaluated()) === 12);
    expect(new Set(learner.waits)).toEqual(new Set(["embedding_outage"]));
    expect(learner.faults).toEqual([]);
    expect(await learner.log.backlog(LEARN_GROUP)).toEqual({ waiting: 0, pending: 0, dead: 0 });
  });

  it.each([400, 500])("waits for nobody over a text that is answered with %i alone", async (status) => {
    let bad = "";
    const learner = await startLearner((response, texts) => {
      const isBad = texts.includes(bad);
      if (isBad) sendJson(response, status, {});
      return isBad;
    });
    bad = makeFeedback(5).similarity_text;
    await learner.record(0, 12);
    await until("the others are evaluated, and it is dead", async () => {
      const { dead } = await learner.log.backlog(LEARN_GROUP);
      return dead === 1 && (await learner.evaluated()) === 11;
    });
    expect(learner.waits).toEqual([]);
  });
});
