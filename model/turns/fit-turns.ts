/**
 * Fits the model that judges whether a human turn corrects the agent, and says how it does on projects it has not seen.
 *
 *   node model/turns/fit-turns.ts [--labels FILE]            prints the figures
 *   node model/turns/fit-turns.ts [--labels FILE] --write    also writes src/core/correction/turn-model.json
 *
 * Without options it is fitted on the conversations written for Emend (eval/sets/turns-*.jsonl). `--labels` adds labels of
 * real transcripts, which are not part of this repository.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { phraseBuckets, standardised, type TurnModel } from "../../src/core/correction/judge-turn.ts";
import { turnSigns } from "../../src/core/correction/turn-signs.ts";
import { embedRows } from "./embed-rows.ts";
import { fitLogistic, logistic, type Sample } from "./fit-logistic.ts";
import { writeChances } from "./turn-chances.ts";
import { readLabelled, readWritten, type TurnRow } from "./turn-rows.ts";

const BUCKETS = 4_096;
const DIMENSIONS = 384;
const DECAY = 0.01;
/** How large each part is beside the standardised signs. A larger part is held back less. */
const MEANING = 8;
const PHRASES = 2;
/** Real turns count for more than written ones, and unclear labels for less than clear ones. */
const REAL = 2;
const UNCLEAR = 0.6;
/** Chosen with `SUPPORTING_LIKENESS`, on projects that were left out of the fit (see fit-groups.ts). */
const THRESHOLD = 0.58;
const SUPPORTED = 0.25;
const MODEL_FILE = new URL("../../src/core/correction/turn-model.json", import.meta.url);

const { values: options } = parseArgs({
  options: { labels: { type: "string" }, write: { type: "boolean" } },
});
const sets = join(import.meta.dirname, "../../eval/sets");
const written = readdirSync(sets)
  .filter((name) => name.startsWith("turns-"))
  .toSorted()
  .flatMap((name) => readWritten(join(sets, name)));
const labelled = options.labels === undefined ? [] : await readLabelled(options.labels);
const rows = [...labelled, ...written];
const vectors = await embedRows(rows);
const signs = rows.map(({ placed }) => turnSigns(placed));
const names = [...new Set(signs.flatMap((each) => [...each.keys()]))].toSorted();
const statistics = names.map(statisticsOf);
const samples = rows.map(sampleOf);
const size = names.length + DIMENSIONS + BUCKETS;

const judged = labelled.length > 0 ? labelled : written;
const chances = outOfFold(judged);
console.log(
  `${rows.length} turns, ${labelled.length} of them real; judged on ${judged.length} by projects left out`,
);
for (const least of [0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7]) console.log(figures(judged, chances, least));
writeChances(judged.map((row) => [row.id, chances.get(row)!]));
if (options.write === true) write();

function statisticsOf(name: string): { readonly mean: number; readonly scale: number } {
  const values = signs.map((each) => each.get(name) ?? 0);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, scale: Math.sqrt(variance) + 1e-3 };
}

function sampleOf(row: TurnRow, at: number): Sample {
  const own = names.map((name, i) =>
    standardised(signs[at]!.get(name) ?? 0, statistics[i]!.mean, statistics[i]!.scale),
  );
  const buckets = [...phraseBuckets(row.placed.turn.text, BUCKETS)];
  const dense = names.length + DIMENSIONS;
  return {
    at: Int32Array.from([
      ...Array.from({ length: dense }, (_, i) => i),
      ...buckets.map(([bucket]) => dense + bucket),
    ]),
    values: Float32Array.from([
      ...own,
      ...[...vectors[at]!].map((value) => value * MEANING),
      ...buckets.map(([, value]) => value * PHRASES),
    ]),
    isPositive: row.isCorrection,
    weight: (row.isReal ? REAL : 1) * (row.isClear ? 1 : UNCLEAR),
  };
}

/** The chance of each row by a model that has not seen its project. */
function outOfFold(some: readonly TurnRow[]): ReadonlyMap<TurnRow, number> {
  const found = new Map<TurnRow, number>();
  for (const project of new Set(some.map((row) => row.project))) {
    const known = samples.filter((_, at) => rows[at]!.project !== project);
    const weights = fitLogistic(known, size, DECAY);
    for (const [at, row] of rows.entries()) {
      if (row.project === project && some.includes(row)) found.set(row, logistic(samples[at]!, weights));
    }
  }
  return found;
}

function counts(some: readonly TurnRow[], by: ReadonlyMap<TurnRow, number>, least: number) {
  const flagged = some.filter((row) => by.get(row)! >= least);
  const right = flagged.filter(({ isCorrection }) => isCorrection).length;
  const all = some.filter(({ isCorrection }) => isCorrection).length;
  return { precision: right / Math.max(1, flagged.length), recall: right / Math.max(1, all) };
}

function figures(some: readonly TurnRow[], by: ReadonlyMap<TurnRow, number>, least: number): string {
  const { precision, recall } = counts(some, by, least);
  return `  at ${least.toFixed(2)}  precision ${(100 * precision).toFixed(1)} %  recall ${(100 * recall).toFixed(1)} %`;
}

function write(): void {
  const weights = fitLogistic(samples, size, DECAY);
  const round = (value: number, digits: number): number => Number(value.toFixed(digits));
  const model: TurnModel = {
    bias: round(weights.at(-1), 4),
    signs: Object.fromEntries(
      names.map((name, i) => [
        name,
        [round(statistics[i]!.mean, 4), round(statistics[i]!.scale, 4), round(weights[i]!, 4)],
      ]),
    ),
    meaning: Array.from({ length: DIMENSIONS }, (_, i) => round(weights[names.length + i]! * MEANING, 3)),
    phrases: Array.from({ length: BUCKETS }, (_, i) =>
      round(weights[names.length + DIMENSIONS + i]! * PHRASES, 2),
    ),
    threshold: THRESHOLD,
    supported: SUPPORTED,
  };
  writeFileSync(MODEL_FILE, `${JSON.stringify(model)}\n`);
}
