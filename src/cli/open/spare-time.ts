import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";

/** Above this share of its time the process is busy with requests. */
const BUSY = 0.5;
const LOOK_MS = 100;
/** Learning is put off so long and no longer, so that a server that is always busy still learns. */
const MOST_MS = 5_000;

/** Answers when the process has time to spare, or has put it off for long enough. */
export async function spareTime(signal: AbortSignal): Promise<void> {
  for (let waited = 0; waited < MOST_MS && !signal.aborted; waited += LOOK_MS) {
    const before = performance.eventLoopUtilization();
    await setTimeout(LOOK_MS, undefined, { signal }).catch(() => undefined);
    if (performance.eventLoopUtilization(before).utilization < BUSY) return;
  }
}
