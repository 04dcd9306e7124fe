import { setTimeout } from "node:timers/promises";

/** Waits for one's turn: turns are a gap apart, as GitHub asks of those who write. */
export function createPace(gapMs: number): () => Promise<void> {
  let next = 0;
  return async () => {
    const now = performance.now();
    const wait = Math.max(0, next - now);
    next = now + wait + gapMs;
    if (wait > 0) await setTimeout(wait);
  };
}
