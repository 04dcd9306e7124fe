import type { Result } from "../core/result.ts";
import { tooMany } from "./too-many.ts";
import type { Guard } from "./route.ts";

const MOST_FAILURES = 10;
const WINDOW_MS = 300_000;
const MOST_ENTRIES = 10_000;

export interface LoginGuard {
  readonly of: (address: string) => Guard;
}

interface Failures {
  readonly count: number;
  readonly until: number;
}

/**
 * Counts logins that failed, by the address they came from and by the name they were for. Beyond a limit a failure is answered
 * with "too many" instead of its reason. A correct proof is always accepted: otherwise anybody could lock everybody out.
 * Each process counts for itself.
 */
export function createLoginGuard(nowMs: () => number): LoginGuard {
  const failures = new Map<string, Failures>();

  /** Counts one more; answers the seconds to wait, or 0 while the limit is not reached. */
  const count = (key: string, now: number): number => {
    const known = failures.get(key);
    const entry = known === undefined || known.until <= now ? { count: 0, until: now + WINDOW_MS } : known;
    failures.delete(key);
    if (failures.size >= MOST_ENTRIES) failures.delete(failures.keys().next().value!);
    failures.set(key, { ...entry, count: entry.count + 1 });
    return entry.count < MOST_FAILURES ? 0 : Math.max(1, Math.ceil((entry.until - now) / 1_000));
  };

  return {
    of:
      (address) =>
      async <T extends Result<unknown, unknown>>(attempt: () => Promise<T>): Promise<T> => {
        const tried = await attempt();
        if (tried.ok) return tried;
        const now = nowMs();
        const keys = [`address ${address}`, ...nameOf(tried.error).map((name) => `name ${name}`)];
        const seconds = Math.max(...keys.map((key) => count(key, now)));
        if (seconds === 0) return tried;
        throw tooMany(
          seconds,
          `more than ${MOST_FAILURES} failed logins from one address or for one name in ${WINDOW_MS / 60_000} minutes; a correct login still works`,
        );
      },
  };
}

/** Whose proof it was, if the refusal knows. */
function nameOf(error: unknown): readonly string[] {
  const { name } = error as { readonly name?: unknown };
  return typeof name === "string" ? [name] : [];
}
