import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPostgres, type PostgresServer } from "../postgres-server.ts";
import { startRedis, type RedisServer } from "../redis-server.ts";
import { eventRounds } from "./event-rounds.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-event-crash-long-"));
let redis: RedisServer | undefined;
let postgres: PostgresServer | undefined;
beforeAll(async () => {
  redis = await startRedis({ appendonly: true });
  postgres = await startPostgres();
}, 60_000);
afterAll(async () => {
  await redis?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("publisher, relay and readers under kill -9, 50 times", () => {
  it.each<{ name: string; rounds: number; store: () => string | Promise<string>; log: () => string }>([
    { name: "sqlite-redis", rounds: 15, store: () => join(folder, "redis.db"), log: () => redis!.url },
    { name: "sqlite-own", rounds: 15, store: () => join(folder, "own.db"), log: () => "own" },
    { name: "postgres-own", rounds: 20, store: () => postgres!.urlOf("own"), log: () => "own" },
  ])(
    "lose no decision and double none: $name",
    { timeout: 600_000 },
    async ({ name, rounds, store, log }) => {
      const place = {
        store: await store(),
        log: log(),
        effects: join(folder, `${name}.effects`),
        stuckMs: 600,
      };
      expect(await eventRounds(place, rounds)).toBeGreaterThan(50);
    },
  );
});
