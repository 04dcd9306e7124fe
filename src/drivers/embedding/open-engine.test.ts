import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cachedModel } from "../../../model/cached-model.ts";
import { writeModel } from "../../../model/write-model.ts";
import { createLocalEmbedder } from "./local-embedder.ts";
import { locateModel } from "./locate-model.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-model-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("a model that cannot be used", () => {
  let whole: Buffer;
  beforeAll(() => {
    whole = readFileSync(cachedModel());
  });
  const changed = (at: number): Buffer => {
    const copy = Buffer.from(whole);
    copy[at]! ^= 1;
    return copy;
  };

  it.each<[string, () => Uint8Array, string]>([
    ["an empty file", () => Buffer.alloc(0), "model_damaged"],
    ["another kind of file", () => Buffer.from("PK\u0003\u0004".repeat(1_000)), "model_damaged"],
    ["a magic word that is off", () => changed(0), "model_damaged"],
    ["a header that claims to be huge", () => changed(11), "model_damaged"],
    ["a bit of the header", () => changed(40), "model_damaged"],
    ["a bit of the weights", () => changed(whole.length - 1_000_000), "model_damaged"],
    ["a file that was cut off", () => whole.subarray(0, whole.length - 64), "model_damaged"],
    ["a file that is all header", () => whole.subarray(0, 2_000), "model_damaged"],
    [
      "a model of another version",
      () =>
        writeModel({ name: "emend-other", dimensions: 384, layers: 6, tokens: 96 }, [
          ["a", Buffer.alloc(64)],
        ]),
      "model_mismatch",
    ],
  ])("%s", async (_, bytes, code) => {
    const modelPath = join(folder, "model.bin");
    writeFileSync(modelPath, bytes());
    const error = await createLocalEmbedder({ modelPath })
      .embed(["a"])
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "EmbeddingError", code });
    expect((error as Error).message).toContain("reinstall Emend");
  });

  it("is reported if it is missing, and looked for again the next time", async () => {
    const modelPath = join(folder, "later.bin");
    const embedder = createLocalEmbedder({ modelPath });
    await expect(embedder.embed(["a"])).rejects.toMatchObject({ code: "model_missing" });
    writeFileSync(modelPath, whole);
    expect(await embedder.embed(["a"])).toHaveLength(1);
  });

  it("is looked for beside the parts of a built package, and nowhere else", async () => {
    const part = pathToFileURL(join(folder, "dist", "cli", "part.js")).href;
    await expect(locateModel(part)).rejects.toMatchObject({ code: "model_missing" });
  });
});
