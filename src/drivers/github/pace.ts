import { setTimeout } from "node:timers/promises";

/** Spaces calls by a gap, as GitHub asks of clients that write. */
export function createPace(gapMs: number): () => Promise<void> {
  let next = 0;
  return async () => {
    const now = performance.now();
    const wait = Math.max(0, next - now);
    next = now + wait + gapMs;
    if (wait > 0) await setTimeout(wait);
  };
}
