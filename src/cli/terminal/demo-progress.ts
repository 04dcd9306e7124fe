import type { CliIo } from "../cli-io.ts";

const COLUMNS = 24;
const STEPS = 10;

export interface DemoProgress {
  /** From 0 to 1. */
  readonly update: (done: number) => void;
  /** Ends the line. */
  readonly clear: () => void;
}

/** A bar that is drawn over and over on a terminal; elsewhere a line for each tenth. */
export function createDemoProgress({ stderr }: Pick<CliIo, "stderr">): DemoProgress {
  const isTerminal = stderr.isTTY === true;
  let drawn = -1;
  return {
    update: (done) => {
      const step = Math.floor(done * (isTerminal ? 100 : STEPS));
      if (step <= drawn) return;
      drawn = step;
      if (!isTerminal) {
        if (step % 2 === 0) stderr.write(`emend: making the demo, ${step * (100 / STEPS)} %\n`);
        return;
      }
      const filled = Math.floor((step / 100) * COLUMNS);
      const bar = "#".repeat(filled) + "-".repeat(COLUMNS - filled);
      stderr.write(`\r[${bar}] ${String(step).padStart(3)} %  simulating the weeks\u001b[K`);
    },
    clear: () => {
      if (isTerminal && drawn >= 0) stderr.write("\r\u001b[K");
    },
  };
}
