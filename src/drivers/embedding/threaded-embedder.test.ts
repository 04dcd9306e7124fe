import { afterEach, describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.ts";
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
    const cpuOf = async (embedder: Embedder): Promise<number> => {
      await embedder.embed(["warm"]);
      const before = cpuMs();
      await embedder.embed(TEXTS);
      return cpuMs() - before;
    };
    expect(await cpuOf(open())).toBeLessThan((await cpuOf(createLocalEmbedder())) / 4);
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
