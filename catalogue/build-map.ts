// Writes map.json and library-map.json: the vectors of the catalogue's entries and of the library's rules, made by the
// local model. Run it again after a change of the catalogue, the library or the model; a test says when it is due.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { CatalogueEntry, LibraryLine } from "../src/core/catalogue/catalogue-entry.ts";
import { createLocalEmbedder } from "../src/drivers/embedding/local-embedder.ts";
import { hash64 } from "../src/core/hash.ts";

const file = (name: string): URL => new URL(name, import.meta.url);
const embedder = createLocalEmbedder();

const linesOf = (text: string): readonly unknown[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

/** The mean of each group of texts. Only its direction matters, so one byte a dimension is enough and no scale is needed. */
async function centresOf(groups: readonly (readonly string[])[]): Promise<string> {
  const codes = new Int8Array(groups.length * embedder.dimensions);
  for (const [row, texts] of groups.entries()) {
    const centre = new Float64Array(embedder.dimensions);
    for (const vector of await embedder.embed(texts)) {
      for (const [at, value] of vector.entries()) centre[at]! += value;
    }
    const most = Math.max(...centre.map(Math.abs));
    for (const [at, value] of centre.entries()) {
      codes[row * embedder.dimensions + at] = Math.round((value / most) * 127);
    }
    if (row % 100 === 99) process.stdout.write(`\r${row + 1} of ${groups.length}`);
  }
  process.stdout.write("\n");
  return Buffer.from(codes.buffer).toString("base64");
}

const { name: model, dimensions } = embedder;

/** Writes a map unless the one in the file was made from the same text for the same model. */
async function update(
  name: string,
  made: Readonly<Record<string, unknown>>,
  groups: readonly (readonly string[])[],
): Promise<void> {
  const known = existsSync(file(name))
    ? (JSON.parse(readFileSync(file(name), "utf8")) as Record<string, unknown>)
    : {};
  const next = { model, dimensions, ...made };
  if (Object.entries(next).every(([key, value]) => JSON.stringify(known[key]) === JSON.stringify(value)))
    return;
  writeFileSync(file(name), `${JSON.stringify({ ...next, centres: await centresOf(groups) })}\n`);
}

const catalogue = readFileSync(file("catalogue.jsonl"), "utf8");
const entries = linesOf(catalogue) as readonly CatalogueEntry[];
await update(
  "map.json",
  { catalogue: hash64(catalogue), ids: entries.map(({ id }) => id) },
  entries.map(({ rule, rules, comments }) => [rule, ...rules, ...comments]),
);
const library = readFileSync(file("library.jsonl"), "utf8");
await update(
  "library-map.json",
  { library: hash64(library) },
  (linesOf(library) as readonly LibraryLine[]).map(({ rule, remarks = [] }) => [rule, ...remarks]),
);
