// Prints what Emend costs as ratios against named peers, measured in this one run; exits 1 when one is over its limit.
import { benchCommandStart } from "./command-start.ts";
import type { Row } from "./measure.ts";
import { benchReview } from "./review.ts";
import { benchSignal } from "./signal.ts";
import { benchStore } from "./store.ts";

const rows: readonly Row[] = [
  ...benchReview(),
  ...benchSignal(),
  ...(await benchStore()),
  ...benchCommandStart(),
];

const table = [
  ["what", "peer", "emend", "peer", "ratio", "limit", ""],
  ...rows.map((row) => [
    row.what,
    row.peer,
    row.ours,
    row.theirs,
    `${row.ratio.toFixed(2)} ×`,
    `≤ ${row.limit.toFixed(2)} ×`,
    row.ratio <= row.limit ? "ok" : "OVER",
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
if (rows.some((row) => row.ratio > row.limit)) process.exitCode = 1;
