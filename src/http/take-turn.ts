import { setImmediate } from "node:timers/promises";

let last: Promise<void> = Promise.resolve();

/**
 * Waits for the caller's turn. Long work calls it before each chunk, so that only one chunk of all requests runs in each
 * round of the event loop, and quick requests such as the health check are answered in between.
 */
export const takeTurn = (): Promise<void> => (last = last.then(() => setImmediate()));
