import { chunk } from "../../core/chunk.ts";
import type { Page } from "../../core/page.ts";
import type { Redis } from "ioredis";
import type { DeadLetter, DeadLetterQuery } from "../../ports/event-log.ts";
import { ExternalError } from "../../ports/errors.ts";
import { truncateBody } from "./entry-body.ts";
import { DISCARD, REPLAY } from "./scripts.ts";
import { isStreamId, type StreamKeys } from "./stream-keys.ts";

/** Bodies can be long, so only few are in memory at once. */
const CHUNK = 50;

export type RawEntry = readonly [id: string, fields: readonly string[] | null];

export async function listDeadLetters(
  redis: Redis,
  { dead }: StreamKeys,
  { group, limit, after }: DeadLetterQuery,
): Promise<Page<DeadLetter>> {
  if (after !== undefined && !isStreamId(after)) {
    throw new ExternalError(
      "invalid_cursor",
      "dead letters: expected `after` to be the `next` of the previous page",
    );
  }
  const most = Math.min(500, Math.max(1, Math.trunc(limit) || 1));
  const items: DeadLetter[] = [];
  for (let last = after; ;) {
    const start = last === undefined ? "-" : `(${last}`;
    const entries = (await redis.call("xrange", dead, start, "+", "COUNT", CHUNK)) as RawEntry[];
    for (const [id, fields] of entries) {
      const letter = readLetter(id, fields ?? []);
      if (group !== undefined && letter.group !== group) continue;
      if (items.length === most) return { items, next: items[items.length - 1]!.id };
      items.push(letter);
    }
    last = entries.at(-1)?.[0];
    if (last === undefined || entries.length < CHUNK) return { items };
  }
}

export const replayLetters = (redis: Redis, keys: StreamKeys, ids: readonly string[]): Promise<number> =>
  eachLetter(redis, keys, ids, (group, id) => [
    REPLAY,
    4,
    keys.dead,
    keys.deadCounts,
    keys.replayOf(group),
    keys.buried,
    group,
    id,
  ]);

export const discardLetters = (redis: Redis, keys: StreamKeys, ids: readonly string[]): Promise<number> =>
  eachLetter(redis, keys, ids, (group, id) => [
    DISCARD,
    3,
    keys.dead,
    keys.deadCounts,
    keys.buried,
    group,
    id,
  ]);

async function eachLetter(
  redis: Redis,
  { dead }: StreamKeys,
  ids: readonly string[],
  script: (group: string, id: string) => readonly (string | number)[],
): Promise<number> {
  const wanted = [...new Set(ids)].filter(isStreamId);
  let done = 0;
  for (const some of chunk(wanted, CHUNK)) {
    const reads = some.map((id) => ["xrange", dead, id, id]);
    const found = (await run(redis, reads)) as RawEntry[][];
    const scripts = found
      .flat()
      .map(([id, fields]) => ["eval", ...script(readLetter(id, fields ?? []).group, id)]);
    for (const count of (await run(redis, scripts)) as number[]) done += count;
  }
  return done;
}

/** Runs many commands in one round trip, and throws the first failure. */
export async function run(redis: Redis, commands: (string | number)[][]): Promise<unknown[]> {
  if (commands.length === 0) return [];
  const replies = (await redis.pipeline(commands).exec()) ?? [];
  return replies.map(([error, reply]) => {
    if (error !== null) throw error;
    return reply;
  });
}

function readLetter(id: string, fields: readonly string[]): DeadLetter {
  const value = new Map<string, string>();
  for (let at = 0; at < fields.length; at += 2) value.set(fields[at] ?? "", fields[at + 1] ?? "");
  return {
    id,
    group: value.get("group") ?? "",
    entry: value.get("entry") ?? "",
    body: truncateBody(value.get("body") ?? ""),
    reason: value.get("reason") ?? "",
    attempts: Number(value.get("attempts")) || 0,
    time: value.get("time") ?? "",
  };
}
