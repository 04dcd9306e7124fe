export interface Stopper {
  readonly stopping: boolean;
  /** Ends every pause, now and from now on. */
  readonly stop: () => void;
  readonly pause: (ms: number) => Promise<void>;
}

/** A wish to stop that whoever waits hears of. */
export function createStopper(): Stopper {
  const controller = new AbortController();
  const { signal } = controller;
  return {
    get stopping() {
      return signal.aborted;
    },
    stop: () => controller.abort(),
    pause: (ms) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const end = (): void => {
          clearTimeout(timer);
          signal.removeEventListener("abort", end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        signal.addEventListener("abort", end);
      }),
  };
}
