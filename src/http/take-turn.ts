import { setImmediate } from "node:timers/promises";

let last: Promise<void> = Promise.resolve();

/**
 * Answers when it is the caller's turn. Long work asks before each part of it: the parts of all requests then run one in each
 * round of the event loop, and quick requests such as the health check are answered in between.
 */
export const takeTurn = (): Promise<void> => (last = last.then(() => setImmediate()));
