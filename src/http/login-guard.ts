import type { Result } from "../core/result.ts";
import { tooMany } from "./too-many.ts";
import type { Guard } from "./route.ts";

const MOST_FAILURES = 10;
const WINDOW_MS = 300_000;
const MOST_ADDRESSES = 10_000;

export interface LoginGuard {
  readonly of: (address: string) => Guard;
}

/** Counts proofs that did not count, by where they came from; each process counts for itself. */
export function createLoginGuard(nowMs: () => number): LoginGuard {
  const failures = new Map<string, { count: number; until: number }>();
  return {
    of:
      (address) =>
      async <T extends Result<unknown, unknown>>(attempt: () => Promise<T>): Promise<T> => {
        const now = nowMs();
        const known = failures.get(address);
        if (known !== undefined && known.until <= now) failures.delete(address);
        else if (known !== undefined && known.count >= MOST_FAILURES) {
          throw tooMany(Math.max(1, Math.ceil((known.until - now) / 1_000)));
        }
        const tried = await attempt();
        if (tried.ok) return tried;
        const entry = failures.get(address) ?? { count: 0, until: now + WINDOW_MS };
        if (!failures.has(address) && failures.size >= MOST_ADDRESSES) {
          failures.delete(failures.keys().next().value!);
        }
        failures.set(address, { ...entry, count: entry.count + 1 });
        return tried;
      },
  };
}
