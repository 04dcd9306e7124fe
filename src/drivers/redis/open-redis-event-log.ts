import {
  LOG_RETENTION,
  type LogRetention,
  OWN_STREAM,
  isAfterPosition,
} from "../../core/event/emend-event.ts";
import { RETRY, type RetryOptions } from "../../core/event/retry-delay.ts";
import type {
  DecisionStream,
  Consumption,
  EventLog,
  Backlog,
  LogPage,
  LogQuery,
} from "../../ports/event-log.ts";
import { ExternalError } from "../../ports/errors.ts";
import { connectRedis, createConnection, redisLocation } from "./connect-redis.ts";
import { consumeStream } from "./consume-stream.ts";
import { discardLetters, listDeadLetters, replayLetters, type RawEntry } from "./dead-letters.ts";
import { GroupReader } from "./group-reader.ts";
import { redisError } from "./redis-error.ts";
import { streamKeys, type StreamKeys, isStreamId } from "./stream-keys.ts";
import type { Redis } from "ioredis";
import { TRIM, FORGET_GROUP } from "./scripts.ts";
import { readStreamEntry } from "../../core/event/read-stream-entry.ts";

/** Returns false if one of its consumers was active within `aliveMs`. */
const forgetGroup = async (
  redis: Redis,
  keys: StreamKeys,
  group: string,
  aliveMs: number,
): Promise<boolean> =>
  (await redis.eval(FORGET_GROUP, 2, keys.stream, keys.replayOf(group), group, aliveMs)) === 1;

const START = "0-0";

/** Events published between two trims. */
const TRIM_EVERY = 256;

/** More than others can write between two trims, and few enough not to delay anyone. */
const MAX_TRIMMED = 10_000;

export interface RedisEventLogOptions {
  /** For example `redis://user:password@host:6379/0`, or `rediss://` for TLS. */
  readonly url: string;
  /** The stream's key. Left out, that of Emend's own events. */
  readonly stream?: string;
  readonly retry?: RetryOptions;
  /** A consumer's entries go to others after this long without a sign of life. */
  readonly stuckMs?: number;
  /** How long one read waits on the server. Longer waits cost fewer round trips. */
  readonly blockMs?: number;
  /** Consumers that hold nothing are removed after this long. Left out, a day. */
  readonly forgetMs?: number;
  /** What to keep of what every group has read. Left out, `LOG_RETENTION`. */
  readonly retention?: LogRetention;
  readonly connectTimeoutMs?: number;
  readonly random?: () => number;
  readonly now?: () => string;
}

/** A stream with Emend's own events, or one that others read and write. */
export type RedisEventLog = EventLog & DecisionStream;

/** Living consumers renew their entries, so it may be shorter than a handler takes. */
const STUCK_MS = 15_000;

/** The event log for many machines: a Redis stream with a consumer group per group. */
export async function openRedisEventLog(options: RedisEventLogOptions): Promise<RedisEventLog> {
  const { url, stuckMs = STUCK_MS, blockMs = 5_000, random = Math.random, retry = RETRY } = options;
  const connecting = { url, connectTimeoutMs: options.connectTimeoutMs ?? 5_000, random };
  const location = redisLocation(url);
  const keys = streamKeys(options.stream ?? OWN_STREAM);
  const redis = await connectRedis(connecting, { retries: 3, silenceMs: 20_000 });
  const trimmer = createTrimmer(redis, keys, options.retention ?? LOG_RETENTION);
  const running = new Set<Consumption>();
  let closing: Promise<void> | undefined;
  const ask = async <T>(act: () => Promise<T>): Promise<T> => {
    if (closing !== undefined) throw closed(location);
    try {
      return await act();
    } catch (error) {
      throw redisError(location, error);
    }
  };

  /** A server without memory accepts no event, so publishing alone would never trim. */
  const makeRoom = async (error: unknown): Promise<never> => {
    if (redisError(location, error).code === "events_failed") await trimmer.trim();
    throw error;
  };

  const append = async (
    events: readonly unknown[],
    onError: (error: unknown) => Promise<never>,
  ): Promise<void> => {
    if (events.length === 0) return;
    const commands = events.map((event) => ["xadd", keys.stream, "*", "event", JSON.stringify(event)]);
    const replies = (await redis.multi(commands).exec().catch(onError)) ?? [];
    const failed = replies.find(([error]) => error !== null);
    if (failed?.[0]) throw failed[0];
    if (replies.length !== events.length) throw new Error("some events were not written");
  };

  return {
    publish: (events) =>
      ask(async () => {
        await append(events, makeRoom);
        await trimmer.published(events.length);
      }),
    // The stream is shared with others, so it is not trimmed here.
    write: (decisions) => ask(() => append(decisions, (error) => Promise.reject(error))),
    consume: (consuming) => {
      if (closing !== undefined) throw closed(location);
      const consumption = consumeStream(
        {
          reader: new GroupReader(redis, keys, consuming.group, consuming.consumer, stuckMs),
          // The consumer's loop retries by itself, and first checks for lost entries.
          blocking: createConnection(connecting, { retries: 0, silenceMs: blockMs + 20_000 }),
          unblock: (id) => redis.call("client", "UNBLOCK", id),
          location,
          retry,
          stuckMs,
          blockMs,
          forgetMs: options.forgetMs ?? 86_400_000,
          random,
          now: options.now ?? (() => new Date().toISOString()),
        },
        consuming,
      );
      running.add(consumption);
      return {
        stop: async () => {
          await consumption.stop();
          running.delete(consumption);
        },
      };
    },
    newest: () => ask(() => readNewestPosition(redis, keys)),
    latest: (limit) => ask(() => readLatest(redis, keys, limit)),
    read: (query) => ask(() => readStream(redis, keys, query)),
    deadLetters: (query) => ask(() => listDeadLetters(redis, keys, query)),
    replay: (ids) => ask(() => replayLetters(redis, keys, ids)),
    discard: (ids) => ask(() => discardLetters(redis, keys, ids)),
    backlog: (group) => ask(() => readBacklog(redis, keys, group)),
    groups: () => ask(() => listGroups(redis, keys)),
    // A living consumer reads after each wait, or renews its entries.
    forget: (group) => ask(() => forgetGroup(redis, keys, group, stuckMs + 2 * blockMs)),
    close: () => {
      closing ??= Promise.all(Array.from(running, (one) => one.stop())).then(() => redis.disconnect());
      return closing;
    },
  };
}

function closed(location: string): ExternalError {
  return new ExternalError("events_failed", `${location}: the event log was closed; open it again`);
}

/** Trims after enough published events. Never fails: the events are published, and the next call trims as well. */
function createTrimmer(
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

async function readBacklog(redis: Redis, keys: StreamKeys, group: string): Promise<Backlog> {
  const [main, replay, counted, letters] = await Promise.all([
    readGroupBacklog(redis, keys.stream, group),
    readGroupBacklog(redis, keys.replayOf(group), group),
    redis.hget(keys.deadCounts, group),
    redis.xlen(keys.dead),
  ]);
  return {
    waiting: main.waiting + replay.waiting,
    pending: main.pending + replay.pending,
    // Others may trim the dead letters without updating the counts.
    dead: Math.max(0, Math.min(Number(counted ?? 0), letters)),
  };
}

async function readGroupBacklog(
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

/** Redis does not know the number once entries in between were deleted. */
async function countAfter(redis: Redis, key: string, id: string): Promise<number> {
  let count = 0;
  for (let last: string | undefined = id; last !== undefined;) {
    const chunk = (await redis.call("xrange", key, `(${last}`, "+", "COUNT", 200)) as RawEntry[];
    count += chunk.length;
    last = chunk.at(-1)?.[0];
  }
  return count;
}

async function readNewestPosition(redis: Redis, { stream }: StreamKeys): Promise<string> {
  const [last] = (await redis.call("xrevrange", stream, "+", "-", "COUNT", 1)) as RawEntry[];
  return last?.[0] ?? START;
}

const atMost = (limit: number): number => Math.min(500, Math.max(1, Math.trunc(limit) || 1));

const toEntry = ([id, fields]: RawEntry): LogPage["entries"][number] => {
  const read = readStreamEntry(fields ?? []);
  return { id, event: read.state === "event" ? read.event : null };
};

async function readLatest(redis: Redis, { stream }: StreamKeys, limit: number): Promise<LogPage["entries"]> {
  const raw = (await redis.call("xrevrange", stream, "+", "-", "COUNT", atMost(limit))) as RawEntry[];
  return raw.map(toEntry);
}

/** Entries that are not events become null. A deleted entry after the position is a gap. */
async function readStream(
  redis: Redis,
  { stream }: StreamKeys,
  { after, limit }: LogQuery,
): Promise<LogPage> {
  if (!isStreamId(after)) {
    throw new ExternalError(
      "invalid_cursor",
      "expected the position of an entry in this log; reload everything",
    );
  }
  const [raw, gap] = await Promise.all([
    redis.call("xrange", stream, `(${after}`, "+", "COUNT", atMost(limit)) as Promise<RawEntry[]>,
    isGone(redis, stream, after),
  ]);
  return {
    entries: raw.map(toEntry),
    gap,
  };
}

/**
 * Whether entries after a position are gone. Redis records the last entry deleted individually. Trimming only shows
 * in a first entry after the position and fewer entries than were ever added. Servers before 7.0 report neither, so a
 * position before the first entry counts as a gap unless it is the very beginning.
 */
async function isGone(redis: Redis, stream: string, after: string): Promise<boolean> {
  const fields = (await redis.call("xinfo", "STREAM", stream).catch((error: unknown) => {
    if (error instanceof Error && error.message.includes("no such key")) return [];
    throw error;
  })) as unknown[];
  const valueOf = (name: string): unknown => {
    const at = fields.indexOf(name);
    return at === -1 ? undefined : fields[at + 1];
  };
  const deleted = valueOf("max-deleted-entry-id");
  if (typeof deleted === "string" && isAfterPosition(deleted, after)) return true;
  const [first] = (valueOf("first-entry") ?? []) as readonly string[];
  if (first === undefined || !isAfterPosition(first, after)) return false;
  const added = valueOf("entries-added");
  return added === undefined ? after !== START : Number(added) > Number(valueOf("length"));
}

type GroupFields = ReadonlyMap<string, string | number | null>;

/** Empty if the stream does not exist yet. */
async function readGroups(redis: Redis, key: string): Promise<readonly GroupFields[]> {
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

/** Groups that read, Emend's and others', and those that only have dead letters. */
async function listGroups(redis: Redis, keys: StreamKeys): Promise<readonly string[]> {
  const [groups, dead] = await Promise.all([readGroups(redis, keys.stream), redis.hkeys(keys.deadCounts)]);
  const names = new Set([...groups.map((group) => String(group.get("name"))), ...dead]);
  return [...names].toSorted((a, b) => (a < b ? -1 : 1));
}
