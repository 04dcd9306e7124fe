import type { CliIo } from "../cli-io.ts";
import { redrawLine, renderBar } from "./progress-bar.ts";

const COLUMNS = 24;
const STEPS = 10;

export interface DemoProgress {
  /** From 0 to 1. */
  readonly update: (done: number) => void;
  readonly clear: () => void;
}

/** A bar on a terminal; elsewhere one line for every second tenth. */
export function createDemoProgress(io: Pick<CliIo, "stderr">): DemoProgress {
  const isTerminal = io.stderr.isTTY === true;
  let drawn = -1;
  return {
    update: (done) => {
      const step = Math.floor(done * (isTerminal ? 100 : STEPS));
      if (step <= drawn) return;
      drawn = step;
      if (isTerminal) {
        const bar = renderBar(step / 100, COLUMNS);
        redrawLine(io, `${bar} ${String(step).padStart(3)} %  simulating the weeks`);
      } else if (step % 2 === 0) {
        io.stderr.write(`emend: making the demo, ${step * (100 / STEPS)} %\n`);
      }
    },
    clear: () => {
      if (isTerminal && drawn >= 0) redrawLine(io, "");
    },
  };
}
