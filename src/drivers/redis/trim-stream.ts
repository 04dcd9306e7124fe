import type { Redis } from "ioredis";
import type { LogRetention } from "../../core/event/log-retention.ts";
import { TRIM } from "./scripts.ts";
import type { StreamKeys } from "./stream-keys.ts";

/** How many events are published between two trimmings. */
const TRIM_EVERY = 256;
/** More than others can have written between two trimmings, and few enough that nobody waits for it. */
const MAX_TRIMMED = 10_000;

/**
 * What is to be told of every publishing, and trims after enough of them. Never fails: an event that was published is
 * published, and the next one trims as well.
 */
export function createTrimmer(
  redis: Redis,
  { stream }: StreamKeys,
  { newest, ms }: LogRetention,
): { readonly published: (count: number) => Promise<void>; readonly trim: () => Promise<void> } {
  let sinceLast = 0;
  const trim = async (): Promise<void> => {
    sinceLast = 0;
    await redis.eval(TRIM, 1, stream, newest, ms, MAX_TRIMMED).catch(() => undefined);
  };
  return {
    trim,
    published: async (count) => {
      sinceLast += count;
      if (sinceLast >= TRIM_EVERY) await trim();
    },
  };
}
