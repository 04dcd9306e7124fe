// Simulates trials and effects of rules with the code that judges them, and writes the figures, docs/trials.md and its pictures.
// npm run simulate [-- --page] · --page only writes the page again from the figures. Takes minutes.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { FULL_SIZE, SAMPLE_SIZE, SEED, simulateAll, type SimulatedFigures } from "./simulate/figures.ts";
import { renderTrialsPage, renderTrialsPictures } from "./simulate/trials-page.ts";

/** The figures of the whole simulation, and of a small one that a test repeats. */
export interface FiguresFile {
  readonly all: SimulatedFigures;
  readonly sample: SimulatedFigures;
}

const FIGURES = new URL("simulate/figures.json", import.meta.url);
const DOCS = new URL("../docs/", import.meta.url);

const { values } = parseArgs({ options: { page: { type: "boolean", default: false } } });
if (!values.page) {
  const start = performance.now();
  const tell = (what: string): void =>
    console.log(`${((performance.now() - start) / 1000).toFixed(0).padStart(5)} s  ${what}`);
  const figures: FiguresFile = {
    all: simulateAll(FULL_SIZE, SEED, tell),
    sample: simulateAll(SAMPLE_SIZE, SEED, () => undefined),
  };
  writeFileSync(FIGURES, `${JSON.stringify(figures, undefined, 2)}\n`);
}
const { all } = JSON.parse(readFileSync(FIGURES, "utf8")) as FiguresFile;
writeFileSync(new URL("trials.md", DOCS), renderTrialsPage(all));
for (const [name, picture] of Object.entries(renderTrialsPictures(all)))
  writeFileSync(new URL(`pictures/trials/${name}`, DOCS), picture);
