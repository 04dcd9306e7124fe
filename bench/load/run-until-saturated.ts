import { companyMix, type Mix, mixAt, totalOf } from "./company.ts";
import { findSaturation, type Part, PARTS } from "./find-saturation.ts";
import type { LoadOptions } from "./load-options.ts";
import { measureStream } from "./measure-stream.ts";
import { measureWrites } from "./measure-writes.ts";
import { machineCpuSeconds } from "./process-cpu.ts";
import { runStep, type Step } from "./run-step.ts";
import { type Fleet, startFleet } from "./start-fleet.ts";

type CompanyOptions = Extract<LoadOptions, { readonly scenario: "company" }>;

interface Raising {
  readonly mixAt: (rate: number) => Mix;
  /** Requests a second of the first step. */
  readonly from: number;
  /** What ends the raising; what else is found on the way is told and passed over. */
  readonly ends: readonly string[];
}

const FACTOR = 1.6;
const MOST_STEPS = 12;
const LOADED = ["server", "postgres", "redis", "machine", "disk", "generator"];

/** What is raised one after the other, each on the same fleet. */
const RAISED: Readonly<Record<string, Raising>> = {
  company: {
    mixAt: (rate) => companyMix(rate / totalOf(companyMix(1)), ["overview"]),
    from: 40,
    ends: LOADED,
  },
  accepting: { mixAt: (rate) => mixAt(rate, ["feedback", "decision"]), from: 60, ends: LOADED },
  prompts: { mixAt: (rate) => mixAt(rate, ["prompt", "rules", "mistakes", "mcp"]), from: 40, ends: LOADED },
  overview: { mixAt: (rate) => mixAt(rate, ["overview"]), from: 0.5, ends: LOADED },
  pages: { mixAt: (rate) => mixAt(rate, ["page"]), from: 20, ends: LOADED },
  evaluating: { mixAt: (rate) => mixAt(rate, ["feedback"]), from: 10, ends: ["worker", ...LOADED] },
};

/** Raises the load step by step until a part is full, for each kind of load, and prints what held and what did not. */
export async function runUntilSaturated(options: CompanyOptions): Promise<void> {
  const { servers, workers, records, seconds, only } = options;
  const wanted = (name: string): boolean => only.length === 0 || only.includes(name);
  const fleet = await startFleet({ servers, workers, agents: 200, records });
  const table: string[][] = [
    ["load", "held, a second", "saturated at", "by", "milliseconds of processor each, at the last step"],
  ];
  try {
    let from = 0;
    for (const [name, raising] of Object.entries(RAISED)) {
      if (!wanted(name)) continue;
      await untilCaughtUp(fleet);
      let held: number | undefined;
      let rate = raising.from;
      let tries = 0;
      for (let step = 0; step < MOST_STEPS; step += 1, rate *= FACTOR) {
        const done = await runStep(fleet, { mix: raising.mixAt(rate), seconds, from });
        from += done.result.sent;
        const found = findSaturation(done.sample);
        console.log(lineOf(name, done.sample, found));
        if (done.evaluating.perSecond > 1) console.log(`  ${learningLine(done)}`);
        if (done.result.firstFailure !== undefined) console.log(`  ${done.result.firstFailure}`);
        const ending = found.find(({ part }) => raising.ends.includes(part));
        if (ending !== undefined && done.sample.otherCores > MOST_OTHER_CORES && tries < MOST_TRIES) {
          // What other work on the machine spoiled says nothing; the same step again, once that may be over.
          [tries, step, rate] = [tries + 1, step - 1, rate / FACTOR];
          await untilCalm();
          continue;
        }
        tries = 0;
        if (ending !== undefined) {
          const cpu = `${cpuLine(done.cpuMs)}${ending.part === "worker" ? `; ${learningLine(done)}` : ""}`;
          table.push([name, held?.toFixed(1) ?? "none", rate.toFixed(1), ending.part, cpu]);
          break;
        }
        held = rate;
      }
    }
    if (wanted("writes")) table.push(await measureWrites(fleet));
    if (wanted("stream")) table.push(await measureStream(fleet));
  } finally {
    await fleet.stop();
  }
  console.log("");
  for (const line of table) console.log(`| ${line.join(" | ")} |`);
}

const LONGEST_WAIT_MS = 60_000;
const LONGEST_CALM_MS = 10_000;
const MOST_OTHER_CORES = 0.3;
const MOST_TRIES = 1;
const LOOK_MS = 1_000;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the machine has little else to do, and not for ever. */
async function untilCalm(): Promise<void> {
  const deadline = performance.now() + LONGEST_CALM_MS;
  for (let before = machineCpuSeconds(); performance.now() < deadline; before = machineCpuSeconds()) {
    await wait(LOOK_MS);
    if ((machineCpuSeconds() - before) / (LOOK_MS / 1_000) < MOST_OTHER_CORES) return;
  }
}

/** A learner that still works on what came before would be counted against what comes next. */
async function untilCaughtUp(fleet: Fleet): Promise<void> {
  const deadline = performance.now() + LONGEST_WAIT_MS;
  while ((await fleet.read()).behind > 0 && performance.now() < deadline) await wait(LOOK_MS);
}

const learningLine = ({ evaluating }: Step): string =>
  `evaluated ${evaluating.perSecond.toFixed(1)} a second, ${evaluating.cpuMs.toFixed(1)} ms of the workers' processor each`;

const cpuLine = (cpuMs: Readonly<Record<Part, number>>): string =>
  PARTS.map((part) => `${part} ${cpuMs[part].toFixed(2)}`).join(", ");

function lineOf(
  name: string,
  sample: Parameters<typeof findSaturation>[0],
  found: ReturnType<typeof findSaturation>,
): string {
  const cores = PARTS.map((part) => `${part} ${sample.cores[part].toFixed(2)}`).join(" ");
  const verdict = found.length === 0 ? "held" : found.map(({ part, says }) => `${part}: ${says}`).join("; ");
  const others = `others ${sample.otherCores.toFixed(2)}`;
  return `${name.padEnd(11)} ${sample.asked.toFixed(0).padStart(6)}/s  p95 ${sample.p95Ms.toFixed(0)} ms  lag ${sample.lagMs.toFixed(0)} ms  ${cores} ${others}  ${verdict}`;
}
