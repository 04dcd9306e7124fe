import type { Result } from "../core/result.ts";
import { tooMany } from "./rate-limit.ts";
import type { Guard } from "./route.ts";

const MAX_FAILURES = 10;
const WINDOW_MS = 300_000;
const MAX_ENTRIES = 10_000;

export interface LoginGuard {
  readonly of: (address: string) => Guard;
}

interface Failures {
  readonly count: number;
  readonly until: number;
}

/**
 * Counts failed logins by client address and by name. Beyond the limit, a failure is answered with "too many requests"
 * instead of its reason. A correct login is always accepted, because otherwise anybody could lock everybody else out.
 * Each process keeps its own counts.
 */
export function createLoginGuard(nowMs: () => number): LoginGuard {
  const failures = new Map<string, Failures>();

  /** Counts one more failure; returns the seconds to wait, or 0 below the limit. */
  const count = (key: string, now: number): number => {
    const known = failures.get(key);
    const entry = known === undefined || known.until <= now ? { count: 0, until: now + WINDOW_MS } : known;
    failures.delete(key);
    if (failures.size >= MAX_ENTRIES) failures.delete(failures.keys().next().value!);
    failures.set(key, { ...entry, count: entry.count + 1 });
    return entry.count < MAX_FAILURES ? 0 : Math.max(1, Math.ceil((entry.until - now) / 1_000));
  };

  return {
    of:
      (address) =>
      async <T extends Result<unknown, unknown>>(attempt: () => Promise<T>): Promise<T> => {
        const result = await attempt();
        if (result.ok) return result;
        const now = nowMs();
        const keys = [`address ${address}`, ...nameOf(result.error).map((name) => `name ${name}`)];
        const seconds = Math.max(...keys.map((key) => count(key, now)));
        if (seconds === 0) return result;
        throw tooMany(
          seconds,
          `more than ${MAX_FAILURES} failed logins from one address or for one name in ${WINDOW_MS / 60_000} minutes; a correct login still works`,
        );
      },
  };
}

/** The name that somebody tried to log in as, if the error knows it. */
function nameOf(error: unknown): readonly string[] {
  const { name } = error as { readonly name?: unknown };
  return typeof name === "string" ? [name] : [];
}
