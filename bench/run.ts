// Prints what Emend costs as ratios against named peers, measured in this one run; exits 1 when one is over its limit
// by more than a fifth: machines differ by as much.
import { benchChecks } from "./checks.ts";
import { benchCommandStart } from "./command-start.ts";
import { benchEmbedding } from "./embedding.ts";
import { benchHook } from "./hook.ts";
import { benchLearning } from "./learning.ts";
import { benchLedger } from "./ledger.ts";
import type { Row } from "./measure.ts";
import { benchPatterns } from "./patterns.ts";
import { benchReview } from "./review.ts";
import { benchSignal } from "./signal.ts";
import { benchStore } from "./store.ts";
import { benchTranscripts } from "./transcripts.ts";
import { benchTrialAssignment } from "./trial-assignment.ts";
import { benchTrials } from "./trials.ts";
import { benchVector } from "./vector.ts";
import { benchWeb } from "./web.ts";

const BENCHES: Readonly<Record<string, () => readonly Row[] | Promise<readonly Row[]>>> = {
  review: benchReview,
  signal: benchSignal,
  store: benchStore,
  patterns: benchPatterns,
  ledger: benchLedger,
  embedding: benchEmbedding,
  vector: benchVector,
  learning: benchLearning,
  command: benchCommandStart,
  hook: benchHook,
  checks: benchChecks,
  transcripts: benchTranscripts,
  trials: async () => [...(await benchTrials()), ...(await benchTrialAssignment())],
  web: benchWeb,
};

// `npm run bench -- store ledger` runs those alone.
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`there is no bench ${unknown.join(", ")}; expected ${Object.keys(BENCHES).join(", ")}`);
  process.exit(2);
}
const rows: Row[] = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (asked.length === 0 || asked.includes(name)) rows.push(...(await bench()));
}

const TOLERANCE = 1.2;
const isFarOver = ({ ratio, limit }: Row): boolean => ratio > TOLERANCE * limit;

/** Two decimals, and more where they would all be zero. */
const figure = (ratio: number): string => (ratio < 0.1 ? ratio.toPrecision(2) : ratio.toFixed(2));

const table = [
  ["what", "peer", "emend", "peer", "ratio", "limit", ""],
  ...rows.map((row) => [
    row.what,
    row.peer,
    row.ours,
    row.theirs,
    `${figure(row.ratio)} ×`,
    // A row without a limit is there to be known.
    Number.isFinite(row.limit) ? `≤ ${figure(row.limit)} ×` : "none",
    row.ratio <= row.limit ? "ok" : isFarOver(row) ? "OVER" : "over, by less than a fifth",
  ]),
];
const widths = table[0]!.map((_, column) => Math.max(...table.map((line) => line[column]!.length)));
for (const line of table)
  console.log(
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  );
if (rows.some(isFarOver)) process.exitCode = 1;
