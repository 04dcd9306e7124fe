/** Limits how many bytes all requests together may hold at once. */
export interface ByteSemaphore {
  /** Returns a function that releases the bytes, or undefined if there are not enough left. */
  readonly tryAcquire: (bytes: number) => (() => void) | undefined;
}

export function createByteSemaphore(limit: number): ByteSemaphore {
  let held = 0;
  return {
    tryAcquire: (bytes) => {
      if (held + bytes > limit) return undefined;
      held += bytes;
      let released = false;
      return () => {
        if (!released) held -= bytes;
        released = true;
      };
    },
  };
}
