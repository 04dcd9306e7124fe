import { LOG_RETENTION, type LogRetention } from "../../core/event/log-retention.ts";
import { OWN_STREAM } from "../../core/event/stream-names.ts";
import { RETRY, type RetryOptions } from "../../core/event/retry-delay.ts";
import type { DecisionStream } from "../../ports/decision-stream.ts";
import type { Consumption, EventLog } from "../../ports/event-log.ts";
import { WorldError } from "../../ports/world-error.ts";
import { connectRedis, createConnection, placeOf } from "./connect-redis.ts";
import { consumeStream } from "./consume-stream.ts";
import { discardLetters, listDeadLetters, replayLetters } from "./dead-letters.ts";
import { GroupReader } from "./group-reader.ts";
import { forgetGroup, listGroups } from "./list-groups.ts";
import { readBacklog } from "./read-backlog.ts";
import { newestPlace, readStream } from "./read-stream.ts";
import { redisError } from "./redis-error.ts";
import { streamKeys } from "./stream-keys.ts";
import { createTrimmer } from "./trim-stream.ts";

export interface RedisEventLogOptions {
  /** Such as `redis://user:password@host:6379/0`, or `rediss://` for TLS. */
  readonly url: string;
  /** The key of the stream; that of Emend's own events when left out. */
  readonly stream?: string;
  readonly retry?: RetryOptions;
  /** After so long without a sign of life, a reader's entries go to others. */
  readonly stuckMs?: number;
  /** How long one read waits at the server; longer ones cost fewer round trips. */
  readonly blockMs?: number;
  /** Readers that hold nothing and were not heard of for so long are forgotten; a day when left out. */
  readonly forgetMs?: number;
  /** What stays of what every group has read; `LOG_RETENTION` when left out. */
  readonly retention?: LogRetention;
  readonly connectTimeoutMs?: number;
  readonly random?: () => number;
  readonly now?: () => string;
}

/** A stream that Emend's events are in, or one that others read and write. */
export type RedisEventLog = EventLog & DecisionStream;

/** Readers that live renew what they hold, so it need not be longer than any handler takes. */
const STUCK_MS = 15_000;

/** The event log for many machines: a Redis stream, with a consumer group for each group. */
export async function openRedisEventLog(options: RedisEventLogOptions): Promise<RedisEventLog> {
  const { url, stuckMs = STUCK_MS, blockMs = 5_000, random = Math.random, retry = RETRY } = options;
  const connecting = { url, connectTimeoutMs: options.connectTimeoutMs ?? 5_000, random };
  const place = placeOf(url);
  const keys = streamKeys(options.stream ?? OWN_STREAM);
  const redis = await connectRedis(connecting, { retries: 3, silenceMs: 20_000 });
  const trimmer = createTrimmer(redis, keys, options.retention ?? LOG_RETENTION);
  const running = new Set<Consumption>();
  let closing: Promise<void> | undefined;
  const ask = async <T>(act: () => Promise<T>): Promise<T> => {
    if (closing !== undefined) throw closed(place);
    try {
      return await act();
    } catch (error) {
      throw redisError(place, error);
    }
  };

  /** A server without memory takes no event that would trim the others. */
  const makeRoom = async (error: unknown): Promise<never> => {
    if (redisError(place, error).code === "events_failed") await trimmer.trim();
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
    if (replies.length !== events.length) throw new Error("the events were not all written");
  };

  return {
    publish: (events) =>
      ask(async () => {
        await append(events, makeRoom);
        await trimmer.published(events.length);
      }),
    // The stream belongs to others too, so it is not trimmed here.
    write: (decisions) => ask(() => append(decisions, (error) => Promise.reject(error))),
    consume: (consuming) => {
      if (closing !== undefined) throw closed(place);
      const consumption = consumeStream(
        {
          reader: new GroupReader(redis, keys, consuming.group, consuming.consumer, stuckMs),
          // The loop itself asks again, and looks at what was lost before it does.
          blocking: createConnection(connecting, { retries: 0, silenceMs: blockMs + 20_000 }),
          unblock: (id) => redis.call("client", "UNBLOCK", id),
          place,
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
    newest: () => ask(() => newestPlace(redis, keys)),
    read: (query) => ask(() => readStream(redis, keys, query)),
    deadLetters: (query) => ask(() => listDeadLetters(redis, keys, query)),
    replay: (ids) => ask(() => replayLetters(redis, keys, ids)),
    discard: (ids) => ask(() => discardLetters(redis, keys, ids)),
    backlog: (group) => ask(() => readBacklog(redis, keys, group)),
    groups: () => ask(() => listGroups(redis, keys)),
    // One that lives reads anew after each wait, or renews what it holds.
    forget: (group) => ask(() => forgetGroup(redis, keys, group, stuckMs + 2 * blockMs)),
    close: () => {
      closing ??= Promise.all(Array.from(running, (one) => one.stop())).then(() => redis.disconnect());
      return closing;
    },
  };
}

function closed(place: string): WorldError {
  return new WorldError("events_failed", `${place}: the event log was closed; open it again`);
}
