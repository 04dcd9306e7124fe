import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createLocalEmbedder } from "./local-embedder.ts";

describe("the local embedder", () => {
  const embedder = createLocalEmbedder();

  // Computed with another program, from the same weights before they were brought to 8 bits.
  it.each([
    ["Missing null check on the result of find()", [-0.0439, 0.0704, -0.0043, 0.0617, 0.0501]],
    ["nit: indent", [-0.0582, 0.0774, -0.0246, 0.0172, 0.0406]],
  ])("gives %s the vector that training gave it", async (text, expected) => {
    const [vector] = await embedder.embed([text]);
    expected.forEach((value, at) => expect(Math.abs(vector![at]! - value)).toBeLessThan(0.005));
  });

  it("lets others have their turn between batches", async () => {
    const texts = Array.from(
      { length: 40 },
      (_, n) => `a text of some words, of which there are many, number ${n}`,
    );
    const seen = { isDone: false, turns: 0 };
    const embedding = embedder.embed(texts).finally(() => {
      seen.isDone = true;
    });
    for (; !seen.isDone; seen.turns += 1) await setImmediate();
    expect(await embedding).toHaveLength(40);
    expect(seen.turns).toBeGreaterThanOrEqual(4);
  });

  it("can be closed, twice, and used again", async () => {
    const own = createLocalEmbedder();
    const before = await own.embed(["a"]);
    await own.close?.();
    await own.close?.();
    expect(await own.embed(["a"])).toEqual(before);
  });
});
