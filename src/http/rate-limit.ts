import type { Principal } from "../core/access/token.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpProblem } from "./http-problem.ts";

/** Counts usage by name in windows of a fixed length. The names seen least recently are dropped first. */
export interface RateLimit {
  /** Charges the amount and returns 0, or charges nothing and returns the seconds to wait. */
  readonly take: (name: string, amount?: number) => number;
}

/** Charges one request of a token or address, and refuses it if that is one too many. */
export function chargeRequest(limit: RateLimit, name: string): void {
  const wait = limit.take(name);
  if (wait > 0) throw tooMany(wait);
}

/** Refuses one request too many, and says which limit it exceeds and when to try again. */
export const tooMany = (seconds: number, limit?: string): HttpProblem =>
  new HttpProblem(
    "too_many_requests",
    `${limit === undefined ? "" : `${limit}; `}try again in ${seconds} s`,
    { headers: { "retry-after": String(seconds) } },
  );

const MINUTE_MS = 60_000;
const MAX_NAMES = 10_000;

/** Allows `max` in each window; 0 means no limit. */
export function createRateLimit(max: number, nowMs: () => number, windowMs = MINUTE_MS): RateLimit {
  const seen = new Map<string, { count: number; until: number }>();
  const entryOf = (name: string, now: number): { count: number; until: number } => {
    const known = seen.get(name);
    if (known !== undefined && known.until > now) return known;
    seen.delete(name);
    if (seen.size >= MAX_NAMES) seen.delete(seen.keys().next().value!);
    const entry = { count: 0, until: now + windowMs };
    seen.set(name, entry);
    return entry;
  };
  return {
    take: (name, amount = 1) => {
      if (max === 0) return 0;
      const now = nowMs();
      const entry = entryOf(name, now);
      if (entry.count + amount > max) return Math.max(1, Math.ceil((entry.until - now) / 1_000));
      entry.count += amount;
      return 0;
    },
  };
}

/** Records are limited per minute, proposals per hour. */
export type QuotaName = "records" | "proposals";

export interface Quotas {
  /** Throws if the token has used up its quota. */
  readonly take: (quota: QuotaName, principal: Principal, amount?: number) => void;
}

const HOUR_MS = 3_600_000;

/** Quotas by token. Administrators have none, because they import records in bulk. */
export function createQuotas(
  { recordsPerMinute = 0, proposalsPerHour = 0 }: HttpContext["limits"],
  nowMs: () => number,
): Quotas {
  const kinds = {
    records: {
      limit: createRateLimit(recordsPerMinute, nowMs),
      allowed: `at most ${recordsPerMinute} records per minute and token (server.records_per_minute)`,
    },
    proposals: {
      limit: createRateLimit(proposalsPerHour, nowMs, HOUR_MS),
      allowed: `at most ${proposalsPerHour} proposals per hour and token (server.proposals_per_hour)`,
    },
  };
  return {
    take: (quota, { role, token_id, id }, amount = 1) => {
      if (role === "admin") return;
      const { limit, allowed } = kinds[quota];
      const seconds = limit.take(token_id ?? id, amount);
      if (seconds === 0) return;
      throw new HttpProblem("quota_exceeded", `expected ${allowed}; try again in ${seconds} s`, {
        headers: { "retry-after": String(seconds) },
      });
    },
  };
}

/** The number of records in a body. */
export function countRecords(body: unknown): number {
  const items = (body as { readonly items?: unknown } | undefined)?.items;
  return Array.isArray(items) ? items.length : 1;
}
