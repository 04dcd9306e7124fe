import type { Redis } from "ioredis";
import type { Backlog } from "../../ports/event-log.ts";
import type { RawEntry } from "./dead-letters.ts";
import { readGroups } from "./list-groups.ts";
import type { StreamKeys } from "./stream-keys.ts";

export async function readBacklog(redis: Redis, keys: StreamKeys, group: string): Promise<Backlog> {
  const [main, replay, counted, letters] = await Promise.all([
    behind(redis, keys.stream, group),
    behind(redis, keys.replayOf(group), group),
    redis.hget(keys.deadCounts, group),
    redis.xlen(keys.dead),
  ]);
  return {
    waiting: main.waiting + replay.waiting,
    pending: main.pending + replay.pending,
    // Others may trim the dead letters without telling.
    dead: Math.max(0, Math.min(Number(counted ?? 0), letters)),
  };
}

async function behind(
  redis: Redis,
  key: string,
  group: string,
): Promise<{ readonly waiting: number; readonly pending: number }> {
  for (const value of await readGroups(redis, key)) {
    if (value.get("name") !== group) continue;
    const lag = value.get("lag") ?? null;
    return {
      waiting:
        lag === null ? await countAfter(redis, key, String(value.get("last-delivered-id"))) : Number(lag),
      pending: Number(value.get("pending")),
    };
  }
  return { waiting: await redis.xlen(key), pending: 0 };
}

/** Redis no longer knows the number once entries between were deleted. */
async function countAfter(redis: Redis, key: string, id: string): Promise<number> {
  let count = 0;
  for (let last: string | undefined = id; last !== undefined;) {
    const chunk = (await redis.call("xrange", key, `(${last}`, "+", "COUNT", 200)) as RawEntry[];
    count += chunk.length;
    last = chunk.at(-1)?.[0];
  }
  return count;
}
