import { Redis } from "ioredis";
import { ExternalError } from "../../ports/errors.ts";
import { redisError } from "./redis-error.ts";

export interface ConnectOptions {
  readonly url: string;
  readonly connectTimeoutMs: number;
  readonly random: () => number;
}

/** How often a command is retried over a lost connection, and how long a silent server is trusted. */
export interface RetryLimits {
  readonly retries: number;
  readonly silenceMs: number;
}

/** Redis's address without credentials, for errors and logs. */
export function redisLocation(url: string): string {
  try {
    const { protocol, host, pathname } = new URL(url);
    return host === "" ? "the address of Redis" : `${protocol}//${host}${pathname}`;
  } catch {
    return "the address of Redis";
  }
}

/** Connects once or fails. A connection that is lost later reconnects by itself. */
export async function connectRedis(options: ConnectOptions, limits: RetryLimits): Promise<Redis> {
  const location = redisLocation(options.url);
  if (!/^rediss?:\/\//.test(options.url) || !URL.canParse(options.url)) {
    throw new ExternalError(
      "events_unreachable",
      `${location}: expected an address such as redis://user:password@host:6379/0, or rediss:// for TLS`,
    );
  }
  let opened = false;
  let firstError: unknown;
  const redis = createConnection(options, limits, () => opened);
  const listen = (error: unknown): void => {
    firstError ??= error;
  };
  redis.on("error", listen);
  try {
    await redis.connect();
    // The client only emits an event if the database does not exist, and would use another one.
    if (firstError !== undefined) throw firstError;
    if ((await roleOf(redis)) === "slave") throw new Error("READONLY role:slave");
  } catch (error) {
    redis.disconnect();
    throw redisError(location, firstError ?? error);
  }
  opened = true;
  redis.off("error", listen);
  return redis;
}

/** Undefined if this user may not ask. */
async function roleOf(redis: Redis): Promise<string | undefined> {
  const text = await redis.info("replication").catch((error: unknown) => {
    if (error instanceof Error && error.message.startsWith("NOPERM")) return "";
    throw error;
  });
  return /^role:(\w{1,20})/m.exec(text)?.[1];
}

/** Creates a connection that connects on its first command, and again whenever it is lost. */
export function createConnection(
  { url, connectTimeoutMs, random }: ConnectOptions,
  { retries, silenceMs }: RetryLimits,
  mayRetry: () => boolean = () => true,
): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    // Stream replies have a single form in this protocol version.
    protocol: 2,
    connectTimeout: connectTimeoutMs,
    connectionName: "emend",
    maxRetriesPerRequest: retries,
    socketTimeout: silenceMs,
    retryStrategy: (times) => (mayRetry() ? backoffDelay(times, random) : null),
    // After a failover the same address may lead to the new primary.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  });
  // Each command reports its own failure. Without a listener the client would print to the terminal.
  redis.on("error", () => {});
  return redis;
}

/** Half fixed, half random, and short enough for a call to fail while its caller still waits. */
export function backoffDelay(times: number, random: () => number): number {
  const bound = Math.min(500, 25 * 2 ** Math.min(times, 20));
  return Math.ceil(bound / 2 + (random() * bound) / 2);
}
