import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEmbeddings } from "./read-embeddings.ts";

const answer = (...data: unknown[]): string => JSON.stringify({ object: "list", data });
const at = (index: unknown, embedding: unknown): unknown => ({ object: "embedding", index, embedding });

describe("a server's answer", () => {
  it("is put in the order of the texts and brought to length one", () => {
    const reading = readEmbeddings(answer(at(1, [0, 2]), at(0, [3, 4])), 2, 2);
    expect(reading).toEqual({
      state: "read",
      vectors: [Float32Array.of(0.6, 0.8), Float32Array.of(0, 1)],
    });
  });

  it("may have numbers whose squares are none", () => {
    const reading = readEmbeddings(answer(at(0, [3e200, 4e200]), at(1, [3e-200, 4e-200])), 2, undefined);
    expect(reading).toEqual({
      state: "read",
      vectors: [Float32Array.of(0.6, 0.8), Float32Array.of(0.6, 0.8)],
    });
  });

  it.each([
    ["no JSON", "<html>", "it is not JSON"],
    ["cut off", '{"data":[{"index":0,"embedding":[0.1,', "it is not JSON"],
    ["NaN", '{"data":[{"index":0,"embedding":[NaN,1]}]}', "it is not JSON"],
    ["another shape", '{"error":"busy"}', "it is not a list of embeddings at data"],
    ["null", "null", "it is not a list of embeddings"],
    ["text for numbers", answer(at(0, "AACAPw==")), "it is not a list of embeddings at data.0.embedding"],
    [
      "null among the numbers",
      answer(at(0, [1, null])),
      "it is not a list of embeddings at data.0.embedding.1",
    ],
    [
      "a number beyond all",
      '{"data":[{"index":0,"embedding":[1e999,1]}]}',
      "it is not a list of embeddings at data.0.embedding.0",
    ],
    ["too few vectors", answer(), "it has 0 vectors for 1 texts"],
    ["too many vectors", answer(at(0, [1, 0]), at(1, [1, 0])), "it has 2 vectors for 1 texts"],
    [
      "a wrong index",
      answer(at(1, [1, 0])),
      "it has a vector with index 1, which is out of range or a duplicate",
    ],
    ["a broken index", answer(at(0.5, [1, 0])), "it is not a list of embeddings at data.0.index"],
    ["a wrong length", answer(at(0, [1, 0, 0])), "a vector has 3 numbers instead of 2"],
    ["nothing but zeros", answer(at(0, [0, 0])), "a vector has length zero"],
  ])("is refused when it is %s", (_, body, reason) => {
    expect(readEmbeddings(body, 1, 2)).toEqual({ state: "unfit", reason });
  });

  it("is refused when an index comes twice", () => {
    expect(readEmbeddings(answer(at(0, [1, 0]), at(0, [0, 1])), 2, 2).state).toBe("unfit");
  });

  it("is refused when vectors differ in length", () => {
    expect(readEmbeddings(answer(at(0, [1, 0]), at(1, [1])), 2, undefined).state).toBe("unfit");
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
        expect(readEmbeddings(body, 1, 2).state).toMatch(/^(read|unfit)$/);
      }),
    );
  });
});
