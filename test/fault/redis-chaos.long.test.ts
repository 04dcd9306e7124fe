import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openRedisEventLog } from "../../src/drivers/redis/open-redis-event-log.ts";
import type { EventLog, LogEntry } from "../../src/ports/event-log.ts";
import { makeEvents, numberOf, until } from "../contract/make-event.ts";
import { startRedis, type RedisServer } from "../redis-server.ts";

const LOAD_MS = 15_000;
const isPoison = (n: number): boolean => n % 97 === 13;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let server: RedisServer | undefined;
beforeAll(async () => {
  server = await startRedis({ appendonly: true });
}, 120_000);
afterAll(() => server?.stop());

it("handles or buries every event while readers come and go, connections are cut and the server is killed", async () => {
  const open = (): Promise<EventLog> =>
    openRedisEventLog({
      url: server!.url,
      stream: "chaos",
      stuckMs: 300,
      retry: { baseMs: 5, capMs: 50, attempts: 5 },
    });
  const over = AbortSignal.timeout(LOAD_MS);
  const handled = new Set<number>();
  const handle = async (entries: readonly LogEntry[]): Promise<void> => {
    await pause(Math.random() * 4);
    for (const entry of entries) {
      if (isPoison(numberOf(entry))) throw new Error("poison");
      if (entry.attempt < 3 && numberOf(entry) % 31 === 7) throw new Error("busy");
    }
    for (const entry of entries) handled.add(numberOf(entry));
  };
  const work = async (consumer: string): Promise<void> => {
    while (!over.aborted) {
      const log = await open().catch(() => undefined);
      log?.consume({ group: "g", consumer, batch: 20, handle });
      await pause(log === undefined ? 20 : 300 + Math.random() * 1_500);
      await log?.close();
    }
  };
  const disturb = async (): Promise<void> => {
    const raw = new Redis(server!.url, { protocol: 2 });
    raw.on("error", () => {});
    for (let round = 1; !over.aborted; round += 1) {
      await pause(400);
      if (round % 6 !== 0) {
        await raw.call("client", "KILL", "TYPE", "normal", "SKIPME", "yes").catch(() => {});
        continue;
      }
      await server!.kill();
      await server!.restart();
    }
    raw.disconnect();
  };
  const publisher = await open();
  let published = 0;
  const publish = async (): Promise<void> => {
    while (!over.aborted) {
      const done = await publisher.publish(makeEvents(published, published + 20)).then(
        () => true,
        () => false,
      );
      if (done) published += 20;
      await pause(5);
    }
  };
  await Promise.all([publish(), disturb(), ...["a", "b", "c"].map(work)]);

  publisher.consume({ group: "g", consumer: "last", batch: 20, handle });
  await until(
    "all are acknowledged",
    async () => {
      const { waiting, pending } = await publisher.backlog("g");
      return waiting + pending === 0;
    },
    120_000,
  );
  const dead = new Set<number>();
  for (let after: string | undefined = "0-0"; after !== undefined;) {
    const page = await publisher.deadLetters({ limit: 500, after });
    for (const { body } of page.items) dead.add((JSON.parse(body) as { data: { n: number } }).data.n);
    after = page.next;
  }
  await publisher.close();
  expect(published).toBeGreaterThan(1_000);
  const numbers = makeEvents(0, published).map((_, at) => at);
  expect(numbers.filter((n) => !handled.has(n) && !dead.has(n))).toEqual([]);
  expect([...dead].filter((n) => !isPoison(n))).toEqual([]);
  expect(numbers.filter((n) => isPoison(n) && !dead.has(n))).toEqual([]);
}, 240_000);
