// What vectors take of memory and disk, and what a search costs among many:
// `node bench/load/run-vectors.ts memory 1000000`, or `pgvector`, `chroma` and `sqlite` with smaller numbers.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { choosePostgresVectors } from "../../src/drivers/sql/vector/choose-postgres-vectors.ts";
import { openChromaIndex } from "../../src/drivers/vector/chroma-index.ts";
import { VectorCells } from "../../src/drivers/vector/vector-cells.ts";
import { VectorMirror } from "../../src/drivers/vector/vector-mirror.ts";
import type { VectorIndex } from "../../src/ports/vector-index.ts";
import { startChroma } from "../../test/chroma-server.ts";
import { openPgliteDatabase, startPglite } from "../../test/pglite-database.ts";
import { unit } from "../make.ts";
import { median, mib } from "../measure.ts";

const DIMENSIONS = 384;
const [kind = "memory", many = "100000"] = process.argv.slice(2);
const count = Number(many);
const BATCH = 500;
const QUERIES = 40;

let state = 20_261_115;
const chance = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32 - 0.5;
};

/** Around themes that lie between a few topics, as remarks do. */
const topics = Array.from({ length: 24 }, () => unit(new Float32Array(DIMENSIONS).map(chance)));
const themes = Array.from({ length: 4_000 }, () => {
  const theme = new Float32Array(DIMENSIONS);
  for (const topic of topics) {
    const share = chance();
    for (let at = 0; at < DIMENSIONS; at += 1) theme[at]! += topic[at]! * share;
  }
  return unit(theme);
});
function makeVector(): Float32Array {
  const theme = themes[Math.floor((chance() + 0.5) * themes.length)]!;
  return unit(theme.map((number) => number + chance() * 0.15));
}

const idOf = (n: number): string => `fb_${String(n).padStart(16, "0")}`;

async function timeSearch(name: string, search: (vector: Float32Array) => unknown): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < QUERIES; n += 1) {
    const vector = makeVector();
    const started = performance.now();
    await search(vector);
    if (n >= 5) times.push(performance.now() - started);
  }
  console.log(`${name} ${median(times).toFixed(2)} ms`);
}

async function inMemory(): Promise<void> {
  const before = process.memoryUsage().rss;
  const mirror: VectorMirror = new VectorMirror(DIMENSIONS, (slot) => cells.change(slot));
  const cells = new VectorCells(mirror);
  const started = performance.now();
  for (let n = 0; n < count; n += 1) mirror.put(idOf(n), makeVector());
  console.log(`${count} in memory after ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  const made = performance.now();
  const alive = setInterval(() => {}, 1_000);
  await cells.make();
  clearInterval(alive);
  console.log(`cells made in ${((performance.now() - made) / 1_000).toFixed(1)} s`);
  const held = process.memoryUsage().rss - before;
  console.log(`memory ${mib(held)}, ${(held / count).toFixed(0)} bytes a vector`);
  await timeSearch("exact", (vector) => mirror.nearest({ vector, limit: 7 }));
  await timeSearch("quick", (vector) => cells.nearest({ vector, limit: 7 }));
}

async function fillIndex(index: VectorIndex): Promise<void> {
  const started = performance.now();
  for (let n = 0; n < count; n += BATCH) {
    await index.put(Array.from({ length: BATCH }, (_, at) => ({ id: idOf(n + at), vector: makeVector() })));
  }
  const seconds = (performance.now() - started) / 1_000;
  console.log(`${count} put in ${seconds.toFixed(0)} s, ${Math.round(count / seconds)} a second`);
  await timeSearch("quick, with the way there", (vector) =>
    index.nearest({ vector, limit: 7, atLeast: 0.3, effort: "quick" }),
  );
}

async function inChroma(): Promise<void> {
  const chroma = await startChroma();
  await fillIndex(await openChromaIndex({ url: chroma.url, collection: "load", dimensions: DIMENSIONS }));
  await chroma.stop();
}

async function inSqlite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "emend-vectors-"));
  const store = await openSqliteStore({ file: join(folder, "emend.db") });
  await fillIndex(await store.openVectors({ model: "load", dimensions: DIMENSIONS }));
  await store.close();
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  console.log(`disk ${(bytes / count).toFixed(0)} bytes a vector`);
  rmSync(folder, { recursive: true, force: true });
}

/** The pgvector of the tests is WebAssembly inside this process, several times slower than a server would be. */
async function inPgvector(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "emend-pgvector-"));
  const server = await startPglite(folder);
  const database = await openPgliteDatabase(server);
  const chosen = await choosePostgresVectors(database, { model: "load", dimensions: DIMENSIONS });
  if (chosen.kept !== "pgvector") throw new Error(chosen.reason);
  await fillIndex(chosen.index);
  const { rows } = await server.query<{ name: string; bytes: number }>(
    "select relname as name, pg_total_relation_size(oid) as bytes from pg_class where relname ~ '_384' order by 1",
  );
  for (const { name, bytes } of rows)
    console.log(`disk ${name} ${(bytes / count).toFixed(0)} bytes a vector`);
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}

await { memory: inMemory, chroma: inChroma, sqlite: inSqlite, pgvector: inPgvector }[kind]!();
process.exit();
