import type { ModelSources } from "../model/build-model.ts";
import { mergedWeights } from "../model/merge-adapter.ts";
import { openSafetensors, type Safetensors } from "../model/safetensors.ts";

const HIDDEN = 384;
const HEADS = 12;
const HEAD = 32;
const LAYERS = 6;

type Rows = readonly Float64Array[];

/** The merged model without any shortcut, in double precision: what the quick engine is measured against. */
export function createReference(sources: ModelSources): (ids: readonly number[]) => Float64Array {
  const base = openSafetensors(sources.base.weights);
  const adapter = openSafetensors(sources.adapter);
  const kept = new Map<string, Float32Array>();
  const once = (name: string, make: () => Float32Array): Float32Array => {
    const value = kept.get(name) ?? make();
    kept.set(name, value);
    return value;
  };
  const read = (name: string): Float32Array => once(name, () => base.read(name));
  const linear = (rows: Rows, name: string): Rows =>
    multiply(
      rows,
      once(name, () => mergedWeights(base, adapter, name)),
      read(`${name}.bias`),
    );
  const norm = (rows: Rows, name: string): Rows =>
    rows.map((row) => normalise(row, read(`${name}.weight`), read(`${name}.bias`)));

  return (ids) => {
    let hidden = norm(embedded(ids, read), "embeddings.LayerNorm");
    for (let layer = 0; layer < LAYERS; layer += 1) {
      const at = `encoder.layer.${layer}`;
      const [query, key, value] = ["query", "key", "value"].map((part) =>
        linear(hidden, `${at}.attention.self.${part}`),
      ) as [Rows, Rows, Rows];
      const attended = linear(attend(query, key, value), `${at}.attention.output.dense`);
      hidden = norm(add(hidden, attended), `${at}.attention.output.LayerNorm`);
      const wide = linear(hidden, `${at}.intermediate.dense`).map((row) => row.map(gelu));
      hidden = norm(add(hidden, linear(wide, `${at}.output.dense`)), `${at}.output.LayerNorm`);
    }
    const total = new Float64Array(HIDDEN).map((_, at) => hidden.reduce((sum, row) => sum + row[at]!, 0));
    const length = Math.hypot(...total);
    return total.map((number) => number / length);
  };
}

function embedded(ids: readonly number[], read: Safetensors["read"]): Rows {
  const [words, places, sentences] = ["word", "position", "token_type"].map((name) =>
    read(`embeddings.${name}_embeddings.weight`),
  ) as [Float32Array, Float32Array, Float32Array];
  return ids.map((id, position) =>
    new Float64Array(HIDDEN).map(
      (_, at) => words[id * HIDDEN + at]! + places[position * HIDDEN + at]! + sentences[at]!,
    ),
  );
}

function multiply(rows: Rows, weights: Float32Array, bias: Float32Array): Rows {
  return rows.map((row) => {
    const columns = row.length;
    const out = new Float64Array(bias.length);
    for (let output = 0; output < bias.length; output += 1) {
      let total = bias[output]!;
      const start = output * columns;
      for (let column = 0; column < columns; column += 1) total += row[column]! * weights[start + column]!;
      out[output] = total;
    }
    return out;
  });
}

const add = (rows: Rows, more: Rows): Rows =>
  rows.map((row, at) => row.map((value, column) => value + more[at]![column]!));

function normalise(row: Float64Array, gamma: Float32Array, beta: Float32Array): Float64Array {
  const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
  const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
  const scale = 1 / Math.sqrt(variance + 1e-12);
  return row.map((value, at) => (value - mean) * scale * gamma[at]! + beta[at]!);
}

function attend(query: Rows, key: Rows, value: Rows): Rows {
  const out = query.map(() => new Float64Array(HIDDEN));
  for (let start = 0; start < HEADS * HEAD; start += HEAD) {
    query.forEach((asking, row) => {
      const scores = key.map((asked) => {
        let total = 0;
        for (let at = start; at < start + HEAD; at += 1) total += asking[at]! * asked[at]!;
        return total / Math.sqrt(HEAD);
      });
      const most = Math.max(...scores);
      const shares = scores.map((score) => Math.exp(score - most));
      const whole = shares.reduce((sum, share) => sum + share, 0);
      for (let at = start; at < start + HEAD; at += 1)
        out[row]![at] = shares.reduce((sum, share, token) => sum + share * value[token]![at]!, 0) / whole;
    });
  }
  return out;
}

const gelu = (x: number): number => (x / 2) * (1 + erf(x / Math.SQRT2));

/** By its series where that converges well; beyond, erf is 1 to ten digits. */
function erf(x: number): number {
  if (Math.abs(x) > 4.5) return Math.sign(x);
  let term = x;
  let total = x;
  for (let n = 1; Math.abs(term) > 1e-17; n += 1) {
    term *= (-x * x) / n;
    total += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * total;
}
