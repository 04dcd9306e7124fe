import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLocalEmbedder } from "../../src/drivers/embedding/local-embedder.ts";

const AT_ONCE = 64;

/** The vector of each text; with a folder, those made before are read from it and new ones are added. */
export async function readVectors(
  texts: readonly string[],
  folder: string | undefined,
): Promise<(text: string) => Float32Array> {
  const embedder = createLocalEmbedder();
  const vectors = folder === undefined ? new Map<string, Float32Array>() : readCache(folder);
  const missing = [...new Set(texts)].filter((text) => !vectors.has(text));
  for (let from = 0; from < missing.length; from += AT_ONCE) {
    const part = missing.slice(from, from + AT_ONCE);
    const made = await embedder.embed(part);
    for (const [at, text] of part.entries()) vectors.set(text, made[at]!);
  }
  await embedder.close?.();
  if (folder !== undefined && missing.length > 0) writeCache(folder, vectors);
  return (text) => vectors.get(text)!;
}

function readCache(folder: string): Map<string, Float32Array> {
  const vectors = new Map<string, Float32Array>();
  if (!existsSync(join(folder, "texts.json"))) return vectors;
  const texts = JSON.parse(readFileSync(join(folder, "texts.json"), "utf8")) as readonly string[];
  const bytes = readFileSync(join(folder, "vectors.f32"));
  const numbers = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const size = numbers.length / texts.length;
  for (const [at, text] of texts.entries()) vectors.set(text, numbers.slice(at * size, (at + 1) * size));
  return vectors;
}

function writeCache(folder: string, vectors: ReadonlyMap<string, Float32Array>): void {
  mkdirSync(folder, { recursive: true });
  const all = [...vectors.values()];
  const numbers = new Float32Array(all.length * (all[0]?.length ?? 0));
  for (const [at, vector] of all.entries()) numbers.set(vector, at * vector.length);
  writeFileSync(join(folder, "texts.json"), JSON.stringify([...vectors.keys()]));
  writeFileSync(join(folder, "vectors.f32"), Buffer.from(numbers.buffer));
}
