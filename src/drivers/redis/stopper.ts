export interface Stopper {
  readonly stopping: boolean;
  /** Ends all current and future pauses. */
  readonly stop: () => void;
  readonly pause: (ms: number) => Promise<void>;
}

/** A stop signal with pauses that it interrupts. */
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
