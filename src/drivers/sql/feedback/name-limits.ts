import type { Kysely } from "kysely";
import { chunk } from "../../../core/chunk.ts";
import {
  MAX_AGENTS_PER_DAY,
  MAX_TAGS_PER_DAY,
  MAX_PEOPLE_TAGS_PER_DAY,
  OTHER_NAME,
} from "../../../core/pattern/roll-up.ts";
import type { Tables } from "../tables.ts";
import type { FeedbackRow } from "./feedback-row.ts";

/** The fields that roll-ups count a record by. */
export type CountedRow = Pick<FeedbackRow, "agent" | "hour" | "outcome" | "tags">;

/** Runs in the caller's transaction, before anything is counted. */
export type NameLimits = (db: Kysely<Tables>, rows: readonly NamedRow[]) => Promise<readonly CountedRow[]>;

type NamedRow = CountedRow & Pick<FeedbackRow, "byPerson">;

/** Agents per query for their tags. */
const AGENTS_PER_QUERY = 200;
/** Cached combinations of agent and day. */
const MAX_CACHED = 20_000;
const CACHED_DAYS = 8;
const HOURS_A_DAY = 24;

/**
 * Limits how many names the roll-ups hold: agents per day, and tags per agent and day. Further ones count as `other`,
 * while their records keep them. Known names of a day are cached, so servers sharing a database may each admit a few
 * more.
 */
function createNameLimits(): NameLimits {
  const agentsOf = new Map<number, Set<string>>();
  const tagsOf = new Map<string, Set<string>>();

  async function loadAgents(db: Kysely<Tables>, days: ReadonlySet<number>): Promise<void> {
    for (const day of days) {
      if (agentsOf.has(day)) continue;
      const rows = await db
        .selectFrom("agent_hour")
        .select("agent")
        .distinct()
        .where("hour", ">=", day * HOURS_A_DAY)
        .where("hour", "<", (day + 1) * HOURS_A_DAY)
        .limit(MAX_AGENTS_PER_DAY)
        .execute();
      evictOldest(agentsOf, CACHED_DAYS);
      agentsOf.set(day, new Set(rows.map(({ agent }) => agent)));
    }
  }

  async function loadTags(db: Kysely<Tables>, rows: readonly CountedRow[]): Promise<void> {
    const missing = new Map<number, Set<string>>();
    for (const { agent, hour, tags } of rows) {
      const day = toDayNumber(hour);
      if (tags.length === 0 || tagsOf.has(keyOf(agent, day))) continue;
      missing.set(day, (missing.get(day) ?? new Set()).add(agent));
    }
    for (const [day, agents] of missing) {
      for (const some of chunk([...agents], AGENTS_PER_QUERY)) {
        for (const agent of some) {
          evictOldest(tagsOf, MAX_CACHED);
          tagsOf.set(keyOf(agent, day), new Set());
        }
        const tags = await db
          .selectFrom("tag_hour")
          .select(["agent", "tag"])
          .distinct()
          .where("agent", "in", some)
          .where("hour", ">=", day * HOURS_A_DAY)
          .where("hour", "<", (day + 1) * HOURS_A_DAY)
          .limit(some.length * MAX_PEOPLE_TAGS_PER_DAY)
          .execute();
        for (const { agent, tag } of tags) tagsOf.get(keyOf(agent, day))?.add(tag);
      }
    }
  }

  const admitAgent = ({ agent, hour }: CountedRow): string =>
    admit(agentsOf.get(toDayNumber(hour)), agent, MAX_AGENTS_PER_DAY);

  return async (db, rows) => {
    await loadAgents(db, new Set(rows.map(({ hour }) => toDayNumber(hour))));
    const counted = rows.map((row) => ({ ...row, agent: admitAgent(row) }));
    await loadTags(db, counted);
    return counted.map((row) => {
      const known = tagsOf.get(keyOf(row.agent, toDayNumber(row.hour)));
      const most = row.byPerson ? MAX_PEOPLE_TAGS_PER_DAY : MAX_TAGS_PER_DAY;
      return { ...row, tags: [...new Set(row.tags.map((tag) => admit(known, tag, most)))] };
    });
  };
}

const LIMITS = new WeakMap<Kysely<Tables>, NameLimits>();

/** Shared by everything that counts in one database, so that a process caches names once. */
export function nameLimitsOf(db: Kysely<Tables>): NameLimits {
  const known = LIMITS.get(db) ?? createNameLimits();
  LIMITS.set(db, known);
  return known;
}

function admit(known: Set<string> | undefined, name: string, most: number): string {
  if (known === undefined || known.has(name)) return name;
  if (known.size >= most) return OTHER_NAME;
  known.add(name);
  return name;
}

function evictOldest(cache: Map<unknown, unknown>, most: number): void {
  if (cache.size >= most) cache.delete(cache.keys().next().value);
}

const toDayNumber = (hour: number): number => Math.floor(hour / HOURS_A_DAY);
const keyOf = (agent: string, day: number): string => `${day} ${agent}`;
