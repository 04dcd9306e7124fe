import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Embedder } from "../../src/ports/vector-index.ts";

/** What every embedder does, whatever stands behind it. */
export function describeEmbedder(name: string, open: () => Promise<Embedder>): void {
  describe(`${name} as an embedder`, () => {
    let embedder: Embedder;
    beforeAll(async () => {
      embedder = await open();
    });
    afterAll(async () => {
      await embedder.close?.();
    });
    const embedOne = async (text: string): Promise<Float32Array> => (await embedder.embed([text]))[0]!;

    it("says what its vectors are", () => {
      expect(embedder.name).toMatch(/^[!-~]+$/);
      expect(embedder.dimensions).toBeGreaterThan(0);
    });

    it("answers nothing for no texts", async () => {
      expect(await embedder.embed([])).toEqual([]);
    });

    it("answers one vector per text in the order given", async () => {
      const texts = Array.from(
        { length: 150 },
        (_, n) => `finding number ${n} of ${n % 7} in module ${n * 31}`,
      );
      const vectors = await embedder.embed(texts);
      expect(vectors).toHaveLength(texts.length);
      for (const n of [0, 1, 63, 64, 65, 127, 128, 149])
        expect(vectors[n]).toEqual(await embedOne(texts[n]!));
      expect(new Set(vectors.map((vector) => vector.join())).size).toBe(texts.length);
    });

    it("gives a text the same vector whatever stands beside it, and however often it is asked", async () => {
      const texts = fc.array(fc.string({ unit: "binary", maxLength: 60 }), { minLength: 1, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(texts, async (batch) => {
          const together = await embedder.embed(batch);
          const alone = await Promise.all(batch.map(embedOne));
          expect(together).toEqual(alone);
          expect((await embedder.embed(batch.toReversed())).toReversed()).toEqual(together);
        }),
        { numRuns: 15 },
      );
    });

    it.each([
      ["the empty text", ""],
      ["blanks", " \t\r\n "],
      ["one letter", "x"],
      ["a comment", "Please add a test for the empty list."],
      ["a megabyte of one letter", "a".repeat(1_048_576)],
      ["a megabyte of words", "the lock is never released ".repeat(40_000)],
      ["a megabyte of blanks", " ".repeat(1_048_576)],
      ["a megabyte of accents", "\u0301".repeat(1_048_576)],
      ["other scripts", "Проверьте, что список не пуст. 请检查空列表。 空のリスト。 빈 목록. قائمة فارغة"],
      ["emoji", "👍🏽 👨‍👩‍👧 🎉"],
      ["halves of characters", "a\ud800b\udc00"],
      ["control characters", "\u0000\u0007\u001b[31mred\u001b[0m\u202e"],
      ["what the model uses itself", "[CLS] [SEP] [MASK] [PAD] [UNK] [unused1] ##ing"],
    ])("has a vector of length one for %s", async (_, text) => {
      const vector = await embedOne(text);
      expect(vector).toBeInstanceOf(Float32Array);
      expect(vector).toHaveLength(embedder.dimensions);
      expect(vector.every((value) => Number.isFinite(value))).toBe(true);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      expect(await embedOne(text)).toEqual(vector);
    });

    it("puts texts that say the same closer together than others", async () => {
      const [asked, same, other] = (await embedder.embed([
        "Add a null check before you use the result of find().",
        "find() may return undefined, so check for that first.",
        "The button needs more contrast with its background.",
      ])) as [Float32Array, Float32Array, Float32Array];
      expect(dot(asked, same)).toBeGreaterThan(dot(asked, other) + 0.2);
    });

    it("serves several callers at once", async () => {
      const texts = ["first", "second", "third", "fourth"];
      const together = await Promise.all(texts.map(embedOne));
      expect(together).toEqual(await embedder.embed(texts));
    });
  });
}

const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0);
