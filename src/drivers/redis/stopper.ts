import { setTimeout } from "node:timers/promises";

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
    pause: (ms) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
  };
}
