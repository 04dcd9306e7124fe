import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqlDatabase, type SqlDatabase } from "../src/drivers/sql/sql-database.ts";
import { openDatabase } from "../src/drivers/sql/sqlite/better-sqlite.ts";
import { createSqliteDialect } from "../src/drivers/sql/sqlite/sqlite-dialect.ts";
import { createSqliteKysely } from "../src/drivers/sql/sqlite/sqlite-kysely.ts";
import { createSqlVectorIndex } from "../src/drivers/sql/vector/sql-vector-index.ts";
import type { Neighbour } from "../src/ports/vector-index.ts";
import { unit } from "./make.ts";
import { median, millis, type Row } from "./measure.ts";

const DIMENSIONS = 384;
const RECORDS = 100_000;
/** Records that say the same thing in other words. */
const THEMES = 17_000;
const TOPICS = 24;
const QUERIES = 60;
const LIMIT = 10;
const NEAR = 0.5;
const BATCH = 2_000;

let state = 20_261_115;
const chance = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};
const bell = (): number => (chance() + chance() + chance() + chance() - 2) * Math.sqrt(3);

/** The spread is the deviation of each number, so that 0.045 leaves a cosine of about 0.75. */
const around = (centre: Float32Array, spread: number): Float32Array =>
  unit(centre.map((number) => number + bell() * spread));

/** Records lie around themes, and themes anywhere between a few topics: without borders, as sentences do. */
function makeVectors(): readonly Float32Array[] {
  const topics = Array.from({ length: TOPICS }, () => unit(new Float32Array(DIMENSIONS).map(bell)));
  const themes = Array.from({ length: THEMES }, () => {
    const shares = topics.map(bell);
    return unit(
      new Float32Array(DIMENSIONS).map((_, axis) =>
        topics.reduce((sum, topic, n) => sum + topic[axis]! * shares[n]!, 0),
      ),
    );
  });
  return Array.from({ length: RECORDS }, () => around(themes[Math.floor(chance() * THEMES)]!, 0.045));
}

/** What anyone would write: one loop over all numbers, and a sorted list of the best. */
function bareScan(packed: Float32Array, vector: Float32Array): readonly Neighbour[] {
  const best: Neighbour[] = [];
  for (let row = 0, at = 0; row < RECORDS; row += 1) {
    let cosine = 0;
    for (let axis = 0; axis < DIMENSIONS; axis += 1, at += 1) cosine += vector[axis]! * packed[at]!;
    if (best.length === LIMIT && cosine <= best[LIMIT - 1]!.cosine) continue;
    let place = best.length;
    while (place > 0 && best[place - 1]!.cosine < cosine) place -= 1;
    best.splice(place, 0, { id: `record-${row}`, cosine });
    if (best.length > LIMIT) best.pop();
  }
  return best;
}

interface Timed {
  readonly ms: number;
  readonly answers: readonly (readonly Neighbour[])[];
}

async function time(
  queries: readonly Float32Array[],
  search: (vector: Float32Array) => Promise<readonly Neighbour[]> | readonly Neighbour[],
): Promise<Timed> {
  const times: number[] = [];
  const answers: (readonly Neighbour[])[] = [];
  for (const vector of queries.slice(0, 10)) await search(vector);
  for (const vector of queries) {
    const start = performance.now();
    answers.push(await search(vector));
    times.push(performance.now() - start);
  }
  return { ms: median(times), answers };
}

/** The share of the neighbours with at least a cosine that were found. */
function recall(found: Timed, truth: Timed, atLeast = -1): number {
  let [hits, wanted] = [0, 0];
  for (const [at, neighbours] of truth.answers.entries()) {
    const ids = new Set(found.answers[at]!.map(({ id }) => id));
    for (const { id, cosine } of neighbours) {
      if (cosine < atLeast) continue;
      wanted += 1;
      if (ids.has(id)) hits += 1;
    }
  }
  return hits / wanted;
}

async function compare(database: SqlDatabase): Promise<readonly Row[]> {
  const vectors = makeVectors();
  const packed = new Float32Array(RECORDS * DIMENSIONS);
  for (const [row, vector] of vectors.entries()) packed.set(vector, row * DIMENSIONS);
  const index = createSqlVectorIndex(database, { model: "bench", dimensions: DIMENSIONS });
  for (let at = 0; at < RECORDS; at += BATCH) {
    await index.put(vectors.slice(at, at + BATCH).map((vector, n) => ({ id: `record-${at + n}`, vector })));
  }
  const queries = Array.from({ length: QUERIES }, () =>
    around(vectors[Math.floor(chance() * RECORDS)]!, 0.02),
  );
  const bare = await time(queries, (vector) => bareScan(packed, vector));
  const exact = await time(queries, (vector) => index.nearest({ vector, limit: LIMIT }));
  if (recall(exact, bare) < 1) throw new Error("the exact search left a nearer record out");
  await index.warm();
  const quick = await time(queries, (vector) => index.nearest({ vector, limit: LIMIT, effort: "quick" }));
  const [all, near] = [recall(quick, bare), recall(quick, bare, NEAR)];
  if (near < 0.95) throw new Error(`the quick search found ${near.toFixed(3)} of the near records only`);
  const many = RECORDS.toLocaleString("en");
  return [
    {
      what: `the ${LIMIT} most similar of ${many} records, recall 1.000`,
      peer: "bare scan of the same vectors",
      ours: millis(exact.ms),
      theirs: millis(bare.ms),
      ratio: exact.ms / bare.ms,
      limit: 1.5,
    },
    {
      what: `the same quickly, recall ${all.toFixed(3)}, from cosine ${NEAR} on ${near.toFixed(3)}`,
      peer: "itself, exactly",
      ours: millis(quick.ms),
      theirs: millis(exact.ms),
      ratio: quick.ms / exact.ms,
      limit: 0.2,
    },
  ];
}

export async function benchVector(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "emend-bench-vector-"));
  const file = join(folder, "vectors.db");
  const sqlite = openDatabase(file);
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL");
  const database = await createSqlDatabase({
    db: createSqliteKysely(sqlite),
    dialect: createSqliteDialect(file),
    now: () => new Date(),
  });
  try {
    return await compare(database);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
