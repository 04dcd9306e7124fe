// Writes map.json: where each entry of the catalogue lies among the vectors of the local model. Run it again after a
// change of either; a test says when it is due.
import { readFileSync, writeFileSync } from "node:fs";
import type { CatalogueEntry } from "../src/core/catalogue/catalogue-entry.ts";
import { createLocalEmbedder } from "../src/drivers/embedding/local-embedder.ts";
import { hash64 } from "../src/core/hash.ts";

const file = (name: string): URL => new URL(name, import.meta.url);
const text = readFileSync(file("catalogue.jsonl"), "utf8");
const entries = text
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as CatalogueEntry);
const embedder = createLocalEmbedder();
const codes = new Int8Array(entries.length * embedder.dimensions);
for (const [row, { rule, rules, comments }] of entries.entries()) {
  const vectors = await embedder.embed([rule, ...rules, ...comments]);
  const centre = new Float64Array(embedder.dimensions);
  for (const vector of vectors) for (const [at, value] of vector.entries()) centre[at]! += value;
  const most = Math.max(...centre.map(Math.abs));
  for (const [at, value] of centre.entries()) {
    codes[row * embedder.dimensions + at] = Math.round((value / most) * 127);
  }
  process.stdout.write(`\r${row + 1} of ${entries.length}`);
}
const map = {
  model: embedder.name,
  dimensions: embedder.dimensions,
  catalogue: hash64(text),
  ids: entries.map(({ id }) => id),
  // Directions only, so one byte a dimension is enough and no scale is needed.
  centres: Buffer.from(codes.buffer).toString("base64"),
};
writeFileSync(file("map.json"), `${JSON.stringify(map)}\n`);
process.stdout.write("\n");
