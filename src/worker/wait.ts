import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";

/** Above this event loop utilization, the process is busy with requests. */
const BUSY = 0.5;
const POLL_MS = 100;
/** The longest delay, so that a server that is always busy still learns. */
const MAX_WAIT_MS = 5_000;

/** Resolves when the process is idle enough for background work, or after the longest delay. */
export async function spareTime(signal: AbortSignal): Promise<void> {
  for (let waited = 0; waited < MAX_WAIT_MS && !signal.aborted; waited += POLL_MS) {
    const before = performance.eventLoopUtilization();
    await wait(POLL_MS, signal);
    if (performance.eventLoopUtilization(before).utilization < BUSY) return;
  }
}

/** Ends early, without an error, when the signal fires. */
export const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined);
