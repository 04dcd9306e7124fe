import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { turnText } from "../../src/core/correction/judge-turn.ts";
import { createLocalEmbedder } from "../../src/drivers/embedding/local-embedder.ts";
import type { TurnRow } from "./turn-rows.ts";

/** Vectors of turns by the local model, cached between runs. */
export async function embedRows(rows: readonly TurnRow[]): Promise<readonly Float32Array[]> {
  const texts = rows.map(({ placed }) => turnText(placed));
  const file = join(tmpdir(), "emend-turn-vectors.json");
  const cached = new Map<string, number[]>(
    existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as [string, number[]][]) : [],
  );
  const missing = [...new Set(texts)].filter((text) => !cached.has(text));
  const embedder = createLocalEmbedder();
  for (const [at, vector] of (await embedder.embed(missing)).entries()) cached.set(missing[at]!, [...vector]);
  if (missing.length > 0) writeFileSync(file, JSON.stringify([...cached]));
  return texts.map((text) => Float32Array.from(cached.get(text)!));
}
