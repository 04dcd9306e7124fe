import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { evaluateFeedback } from "../src/app/evaluation/evaluate-feedback.ts";
import type { Feedback } from "../src/core/feedback/feedback.ts";
import { MODEL_NAME } from "../src/drivers/embedding/model-name.ts";
import { createBuiltInEvaluator } from "../src/drivers/evaluator/built-in-evaluator.ts";
import { createBuiltInJudge } from "../src/drivers/judge/built-in-judge.ts";
import { loadCatalogueMap } from "../src/drivers/catalogue/load-catalogue-map.ts";
import { openSqliteStore } from "../src/drivers/sql/sqlite/open-sqlite-store.ts";
import type { SqlVectorIndex } from "../src/drivers/sql/vector/sql-vector-index.ts";
import type { NewMember } from "../src/ports/cluster-store.ts";
import type { Embedder, VectorIndex } from "../src/ports/vector-index.ts";
import type { Store } from "../src/ports/store.ts";
import { numbered, recordOf, unit } from "./make.ts";
import { median, millis, type Row } from "./measure.ts";

const MANY = 100_000;
const FEW = 1_000;
const BATCH = 1_000;
const MEASURED = 400;
const TOPICS = 400;

/**
 * Vectors of made-up topics, as spread as those of real remarks: embedding itself is measured elsewhere, and would
 * take a quarter of an hour for so many.
 */
function createTopics(): Embedder {
  const map = loadCatalogueMap(MODEL_NAME)!;
  const noise = new Map<number, Float32Array>();
  const vectorOf = (text: string): Float32Array => {
    const [topic = 0, number = 0] = text.split(" ").slice(1, 3).map(Number);
    const centre = map.centres[topic % map.centres.length]!;
    let shift = noise.get(number % 997);
    if (shift === undefined) {
      shift = Float32Array.from(
        { length: 384 },
        (_, at) => Math.sin((at + 1) * (number % 997) * 12.9898) * 0.07,
      );
      noise.set(number % 997, shift);
    }
    return unit(Float32Array.from(centre, (value, at) => value + shift[(at + number) % 384]!));
  };
  return { name: "bench", dimensions: 384, embed: async (texts) => texts.map(vectorOf) };
}

const topicOf = (n: number): number => (n * 7) % TOPICS;

const remark = (n: number): Feedback =>
  recordOf(n, Date.UTC(2026, 0, 1) + n * 60_000, {
    reviewer_comment: `topic ${topicOf(n)} ${n} the retry gives up after the first time-out`,
    tags: [],
  });

interface Cost {
  /** Median milliseconds for one decision. */
  readonly whole: number;
  /** The same without the writes that make it durable, and without making up its vector. */
  readonly deciding: number;
}

/** Counts the milliseconds spent in some methods of a port. */
function timed<Port extends object>(
  port: Port,
  methods: readonly (keyof Port)[],
  spent: { ms: number },
): Port {
  return new Proxy(port, {
    get: (target, name: string) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function" || !methods.includes(name as keyof Port)) return method;
      return async (...given: readonly unknown[]) => {
        const start = performance.now();
        try {
          return (await method.apply(target, given)) as unknown;
        } finally {
          spent.ms += performance.now() - start;
        }
      };
    },
  });
}

/** Puts records, vectors and clusters in as learning would have left them, in batches: one by one takes many minutes. */
async function fill(store: Store, index: VectorIndex, embedder: Embedder, count: number): Promise<void> {
  const clusters = new Map<number, NewMember[]>();
  for (let at = 0; at < count; at += BATCH) {
    const records = numbered(remark, at, Math.min(BATCH, count - at));
    await store.feedback.record(records);
    const vectors = await embedder.embed(records.map(({ similarity_text }) => similarity_text));
    await index.put(records.map(({ id }, n) => ({ id, vector: vectors[n]! })));
    for (const [n, { id, time, author, agent = "" }] of records.entries()) {
      const topic = topicOf(at + n);
      const members = clusters.get(topic) ?? [];
      clusters.set(topic, members);
      members.push({
        feedback_id: id,
        cluster_id: `cl-${topic}`,
        score: 0.9,
        reasons: [],
        time,
        author: author.id,
        trust: author.trust,
        agent,
      });
    }
  }
  for (const [topic, members] of clusters) await store.clusters.found(`cl-${topic}`, members);
}

/** What it takes to evaluate one more decision once so many were evaluated before. */
async function evaluateAfter(folder: string, count: number): Promise<Cost> {
  const store = await openSqliteStore({ file: join(folder, `${count}.db`) });
  const embedder = createTopics();
  const index = await store.openVectors({ model: embedder.name, dimensions: embedder.dimensions });
  const apart = { ms: 0 };
  const evaluate = evaluateFeedback({
    ...store,
    clusters: timed(store.clusters, ["join", "found"], apart),
    evaluations: timed(store.evaluations, ["save"], apart),
    vectors: timed(index, ["put"], apart),
    embedder: timed(embedder, ["embed"], apart),
    judge: createBuiltInJudge(loadCatalogueMap(MODEL_NAME)),
    evaluator: createBuiltInEvaluator(),
    now: () => "2026-06-01T00:00:00.000Z",
  });
  await fill(store, index, embedder, count);
  // A process does this in its first seconds, beside its other work.
  await (index as SqlVectorIndex).warm();
  const times: number[] = [];
  const deciding: number[] = [];
  for (let n = count; n < count + MEASURED; n += 1) {
    const record = remark(n);
    await store.feedback.record([record]);
    apart.ms = 0;
    const start = performance.now();
    await evaluate([record.id]);
    const took = performance.now() - start;
    if (n < count + MEASURED / 4) continue;
    times.push(took);
    deciding.push(took - apart.ms);
  }
  await store.close();
  return { whole: median(times), deciding: median(deciding) };
}

/** What it costs to give one more decision its cluster and its class, without the embedding. */
export async function benchLearning(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "emend-bench-learning-"));
  try {
    const [few, many] = [await evaluateAfter(folder, FEW), await evaluateAfter(folder, MANY)];
    return [
      {
        what: "classify one decision after 100,000, without embedding and storing",
        peer: "two milliseconds",
        ours: millis(many.deciding),
        theirs: millis(2),
        ratio: many.deciding / 2,
        limit: 1,
      },
      {
        what: "classify and store one decision after 100,000, without embedding",
        peer: "itself, after 1,000",
        ours: millis(many.whole),
        theirs: millis(few.whole),
        ratio: many.whole / few.whole,
        limit: 2,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
