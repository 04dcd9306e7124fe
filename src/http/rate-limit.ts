import type { Principal } from "../core/access/token.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpProblem } from "./http-problem.ts";

/** Counts what names use up in windows of a fixed length; the least recently seen names are forgotten first. */
export interface RateLimit {
  /** Seconds to wait, or 0 if so much more is fine. What is refused uses nothing up. */
  readonly take: (name: string, amount?: number) => number;
}

const MINUTE_MS = 60_000;
const MOST_NAMES = 10_000;

/** So much in each window; 0 for any amount. */
export function createRateLimit(most: number, nowMs: () => number, windowMs = MINUTE_MS): RateLimit {
  const seen = new Map<string, { count: number; until: number }>();
  const entryOf = (name: string, now: number): { count: number; until: number } => {
    const known = seen.get(name);
    if (known !== undefined && known.until > now) return known;
    seen.delete(name);
    if (seen.size >= MOST_NAMES) seen.delete(seen.keys().next().value!);
    const made = { count: 0, until: now + windowMs };
    seen.set(name, made);
    return made;
  };
  return {
    take: (name, amount = 1) => {
      if (most === 0) return 0;
      const now = nowMs();
      const entry = entryOf(name, now);
      if (entry.count + amount > most) return Math.max(1, Math.ceil((entry.until - now) / 1_000));
      entry.count += amount;
      return 0;
    },
  };
}

/** What one token may write: records in a minute, proposals in an hour. */
export type QuotaName = "records" | "proposals";

export interface Quotas {
  /** Refuses what is more than a token may write. */
  readonly take: (quota: QuotaName, principal: Principal, amount?: number) => void;
}

const HOUR_MS = 3_600_000;

/** Administrators bring in what was recorded elsewhere, and can do harm in quicker ways; they have no quota. */
export function createQuotas(
  { recordsPerMinute = 0, proposalsPerHour = 0 }: HttpContext["limits"],
  nowMs: () => number,
): Quotas {
  const kinds = {
    records: {
      limit: createRateLimit(recordsPerMinute, nowMs),
      words: `at most ${recordsPerMinute} records per minute and token (server.records_per_minute)`,
    },
    proposals: {
      limit: createRateLimit(proposalsPerHour, nowMs, HOUR_MS),
      words: `at most ${proposalsPerHour} proposals per hour and token (server.proposals_per_hour)`,
    },
  };
  return {
    take: (quota, { role, token_id, id }, amount = 1) => {
      if (role === "admin") return;
      const { limit, words } = kinds[quota];
      const seconds = limit.take(token_id ?? id, amount);
      if (seconds === 0) return;
      throw new HttpProblem("quota_exceeded", `expected ${words}; try again in ${seconds} s`, {
        headers: { "retry-after": String(seconds) },
      });
    },
  };
}

/** How many records a body brings. */
export function amountIn(body: unknown): number {
  const items = (body as { readonly items?: unknown } | undefined)?.items;
  return Array.isArray(items) ? items.length : 1;
}
