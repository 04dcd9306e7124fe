import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildModel } from "../../../model/build-model.ts";
import { cachedModel } from "../../../model/cached-model.ts";
import { readModelSources } from "../../../model/model-sources.ts";
import { KERNEL_BYTES } from "./kernel-bytes.ts";
import { modelDigest } from "./model-file.ts";
import { MODEL_NAME } from "./model-name.ts";

describe("the name of the model", () => {
  it("stands for these weights and this arithmetic; when this fails, give the model a new name", () => {
    expect({
      name: MODEL_NAME,
      model: modelDigest(readFileSync(cachedModel())).toString("hex"),
      kernel: modelDigest(Buffer.from(KERNEL_BYTES, "base64")).toString("hex"),
    }).toMatchInlineSnapshot(`
      {
        "kernel": "b8c542a93743185587e6ce68110e9ad8df64d3a324aa7eccaa25da04b4479ece",
        "model": "9d95f3c016abd93f4418ea81d4f3a2585404f9b2b64fd0f826d055a26ab00795",
        "name": "emend-minilm-l6-3",
      }
    `);
  });

  it("is built the same each time, and small enough to ship", () => {
    const built = buildModel(readModelSources());
    expect(built.equals(readFileSync(cachedModel()))).toBe(true);
    expect(built.length).toBeLessThan(25_000_000);
  });
});
