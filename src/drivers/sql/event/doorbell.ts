/** Wakes readers in this process as soon as there is something to read. */
export interface Doorbell {
  /** Number of rings so far. Read it before looking for work, so that a ring in between is not missed. */
  readonly count: () => number;
  readonly ring: () => void;
  /** Waits at most this long, and not at all if it rang since `seen` or the signal has fired. */
  readonly wait: (ms: number, seen: number, signal: AbortSignal) => Promise<void>;
}

export function createDoorbell(): Doorbell {
  const sleeping = new Set<() => void>();
  let count = 0;
  return {
    count: () => count,
    ring: () => {
      count += 1;
      for (const end of sleeping) end();
    },
    wait: (ms, seen, signal) => {
      if (count !== seen || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          sleeping.delete(end);
          signal.removeEventListener("abort", end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        sleeping.add(end);
        signal.addEventListener("abort", end);
      });
    },
  };
}
