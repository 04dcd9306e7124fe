import type { Redis } from "ioredis";
import { FORGET_GROUP } from "./scripts.ts";
import type { StreamKeys } from "./stream-keys.ts";

/** What a group of a stream says of itself. */
export type GroupFields = ReadonlyMap<string, string | number | null>;

/** None where there is no such stream yet. */
export async function readGroups(redis: Redis, key: string): Promise<readonly GroupFields[]> {
  const groups = await redis.call("xinfo", "GROUPS", key).catch((error: unknown) => {
    if (error instanceof Error && error.message.includes("no such key")) return [];
    throw error;
  });
  return (groups as (string | number | null)[][]).map((fields) => {
    const value = new Map<string, string | number | null>();
    for (let at = 0; at < fields.length; at += 2) value.set(String(fields[at]), fields[at + 1] ?? null);
    return value;
  });
}

/** Those that read, of Emend and of others, and those that only have dead letters. */
export async function listGroups(redis: Redis, keys: StreamKeys): Promise<readonly string[]> {
  const [groups, dead] = await Promise.all([readGroups(redis, keys.stream), redis.hkeys(keys.deadCounts)]);
  const names = new Set([...groups.map((group) => String(group.get("name"))), ...dead]);
  return [...names].toSorted((a, b) => (a < b ? -1 : 1));
}

/** Answers false where one of its readers was heard of within `aliveMs`. */
export const forgetGroup = async (
  redis: Redis,
  keys: StreamKeys,
  group: string,
  aliveMs: number,
): Promise<boolean> =>
  (await redis.eval(FORGET_GROUP, 2, keys.stream, keys.replayOf(group), group, aliveMs)) === 1;
