import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterEach, describe, expect, it } from "vitest";
import type { Embedder } from "../../ports/vector-index.ts";
import { createLocalEmbedder } from "./local-embedder.ts";
import { createThreadedEmbedder } from "./threaded-embedder.ts";

const TEXTS = Array.from(
  { length: 60 },
  (_, n) => `a text of some words, of which there are many, number ${n}`,
);

describe("the embedder on its thread", () => {
  const opened: Embedder[] = [];
  const open = (modelPath?: string): Embedder => {
    const embedder = createThreadedEmbedder(modelPath === undefined ? {} : { modelPath });
    opened.push(embedder);
    return embedder;
  };
  afterEach(async () => {
    for (const embedder of opened.splice(0)) await embedder.close?.();
  });

  it("gives the vectors that the embedder of this thread gives", async () => {
    expect(await open().embed(TEXTS)).toEqual(await createLocalEmbedder().embed(TEXTS));
  });

  it("leaves this thread free", async () => {
    const embedder = open();
    await embedder.embed(["warm"]);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await embedder.embed(TEXTS);
    delay.disable();
    // The median: a busy machine makes single turns late.
    expect(delay.percentile(50) / 1e6).toBeLessThan(15);
  });

  it("tells what was in hand when it was closed that it stopped, and starts anew", async () => {
    const embedder = open();
    const cut = embedder.embed(TEXTS);
    const [outcome] = await Promise.all([cut.catch((error: unknown) => error), embedder.close?.()]);
    expect(outcome).toMatchObject({ name: "EmbeddingError", code: "embedder_stopped" });
    expect(await embedder.embed(["again"])).toHaveLength(1);
  });

  it("tells each request that there is no model", async () => {
    const embedder = open("no-such-model.bin");
    for (let n = 0; n < 2; n += 1)
      await expect(embedder.embed(["a"])).rejects.toMatchObject({
        name: "EmbeddingError",
        code: "model_missing",
      });
  });
});
