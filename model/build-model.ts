import { MODEL_DIMENSIONS, MODEL_NAME } from "../src/drivers/embedding/model-name.ts";
import { mergedWeights } from "./merge-adapter.ts";
import { packPanels, quantizeRows } from "./quantize.ts";
import { openSafetensors } from "./safetensors.ts";
import { writeModel } from "./write-model.ts";

const LAYERS = 6;
const TOKENS = 96;

export interface ModelSources {
  readonly base: {
    /** model.fp16.safetensors */
    readonly weights: Uint8Array;
    /** tokenizer.json */
    readonly tokenizer: string;
  };
  /** What fine-tuning added, as safetensors. */
  readonly adapter: Uint8Array;
}

/** The model that is shipped: merged, in 8 bits, in the order in which the kernel reads it. */
export function buildModel(sources: ModelSources): Buffer {
  const base = openSafetensors(sources.base.weights);
  const adapter = openSafetensors(sources.adapter);
  const words = keptWords(sources.base.tokenizer);
  const embedding = quantizeRows(
    pickRows(base.read("embeddings.word_embeddings.weight"), words),
    MODEL_DIMENSIONS,
  );
  const tensors: [string, ArrayBufferView][] = [
    ["vocabulary", Buffer.from(words.map(({ text }) => text).join("\n"))],
    ["words.values", embedding.values],
    ["words.scales", embedding.scales],
    ["places", places(base)],
    ["norm.gamma", base.read("embeddings.LayerNorm.weight")],
    ["norm.beta", base.read("embeddings.LayerNorm.bias")],
  ];
  const linear = (name: string, columns: number, parts: readonly string[]): void => {
    const rows = quantizeRows(joined(parts.map((part) => mergedWeights(base, adapter, part))), columns);
    tensors.push(
      [`${name}.weights`, packPanels(rows.values, columns)],
      [`${name}.scales`, rows.scales],
      [`${name}.bias`, joined(parts.map((part) => base.read(`${part}.bias`)))],
    );
  };
  for (let layer = 0; layer < LAYERS; layer += 1) {
    const from = `encoder.layer.${layer}`;
    linear(
      `${layer}.qkv`,
      MODEL_DIMENSIONS,
      ["query", "key", "value"].map((part) => `${from}.attention.self.${part}`),
    );
    linear(`${layer}.attended`, MODEL_DIMENSIONS, [`${from}.attention.output.dense`]);
    linear(`${layer}.wide`, MODEL_DIMENSIONS, [`${from}.intermediate.dense`]);
    linear(`${layer}.narrow`, MODEL_DIMENSIONS * 4, [`${from}.output.dense`]);
    for (const [name, part] of [
      ["attended", `${from}.attention.output.LayerNorm`],
      ["narrow", `${from}.output.LayerNorm`],
    ] as const)
      tensors.push(
        [`${layer}.${name}.gamma`, base.read(`${part}.weight`)],
        [`${layer}.${name}.beta`, base.read(`${part}.bias`)],
      );
  }
  return writeModel(
    { name: MODEL_NAME, dimensions: MODEL_DIMENSIONS, layers: LAYERS, tokens: TOKENS },
    tensors,
  );
}

interface Word {
  readonly text: string;
  readonly id: number;
}

/** All words but the reserved ones, which no text leads to. */
function keptWords(tokenizer: string): readonly Word[] {
  const { model } = JSON.parse(tokenizer) as { model: { vocab: Readonly<Record<string, number>> } };
  return Object.entries(model.vocab)
    .map(([text, id]) => ({ text, id }))
    .filter(({ text }) => !/^\[unused\d+\]$/.test(text))
    .toSorted((a, b) => a.id - b.id);
}

function pickRows(values: Float32Array, words: readonly Word[]): Float32Array {
  const picked = new Float32Array(words.length * MODEL_DIMENSIONS);
  words.forEach(({ id }, row) =>
    picked.set(values.subarray(id * MODEL_DIMENSIONS, (id + 1) * MODEL_DIMENSIONS), row * MODEL_DIMENSIONS),
  );
  return picked;
}

/** The vector of each position, with that of the only sentence a text has. */
function places(base: ReturnType<typeof openSafetensors>): Float32Array {
  const sentence = base.read("embeddings.token_type_embeddings.weight");
  return base
    .read("embeddings.position_embeddings.weight")
    .slice(0, TOKENS * MODEL_DIMENSIONS)
    .map((value, at) => value + sentence[at % MODEL_DIMENSIONS]!);
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
