import { Redis } from "ioredis";
import { ExternalError } from "../../ports/errors.ts";
import { redisError } from "./redis-error.ts";

export interface ConnectOptions {
  readonly url: string;
  readonly connectTimeoutMs: number;
  readonly random: () => number;
}

/** How often a command is tried again over a lost connection, and how long a silent server is believed in. */
export interface Patience {
  readonly retries: number;
  readonly silenceMs: number;
}

/** Where Redis is, without who asks: an address goes into errors and logs, a password never does. */
export function placeOf(url: string): string {
  try {
    const { protocol, host, pathname } = new URL(url);
    return host === "" ? "the address of Redis" : `${protocol}//${host}${pathname}`;
  } catch {
    return "the address of Redis";
  }
}

/** Connects once, or says why not; a connection that is lost later comes back by itself. */
export async function connectRedis(options: ConnectOptions, patience: Patience): Promise<Redis> {
  const place = placeOf(options.url);
  if (!/^rediss?:\/\//.test(options.url) || !URL.canParse(options.url)) {
    throw new ExternalError(
      "events_unreachable",
      `${place}: expected an address such as redis://user:password@host:6379/0, or rediss:// for TLS`,
    );
  }
  let opened = false;
  let said: unknown;
  const redis = createConnection(options, patience, () => opened);
  const listen = (error: unknown): void => {
    said ??= error;
  };
  redis.on("error", listen);
  try {
    await redis.connect();
    // A database that is not there is only said in passing, and another would be used instead.
    if (said !== undefined) throw said;
    if ((await roleOf(redis)) === "slave") throw new Error("READONLY role:slave");
  } catch (error) {
    redis.disconnect();
    throw redisError(place, said ?? error);
  }
  opened = true;
  redis.off("error", listen);
  return redis;
}

/** Nothing where this user may not ask. */
async function roleOf(redis: Redis): Promise<string | undefined> {
  const text = await redis.info("replication").catch((error: unknown) => {
    if (error instanceof Error && error.message.startsWith("NOPERM")) return "";
    throw error;
  });
  return /^role:(\w{1,20})/m.exec(text)?.[1];
}

/** A connection that is made at its first command, and again whenever it is lost. */
export function createConnection(
  { url, connectTimeoutMs, random }: ConnectOptions,
  { retries, silenceMs }: Patience,
  mayRetry: () => boolean = () => true,
): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    // The replies of streams have one form in this version of the protocol.
    protocol: 2,
    connectTimeout: connectTimeoutMs,
    connectionName: "emend",
    maxRetriesPerRequest: retries,
    socketTimeout: silenceMs,
    retryStrategy: (times) => (mayRetry() ? growingDelay(times, random) : null),
    // After a failover the same address may lead to the new primary.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  });
  // Each command hears of its failure; without a listener the client would write to the terminal.
  redis.on("error", () => {});
  return redis;
}

/** Half certain, half by chance, and short enough for a call to fail while its caller still cares. */
export function growingDelay(times: number, random: () => number): number {
  const bound = Math.min(500, 25 * 2 ** Math.min(times, 20));
  return Math.ceil(bound / 2 + (random() * bound) / 2);
}
