import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startRedis, type RedisServer } from "../redis-server.ts";
import { eventRounds, readTogether } from "./event-rounds.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-event-crash-"));
let redis: RedisServer | undefined;
beforeAll(async () => {
  redis = await startRedis({ appendonly: true });
}, 60_000);
afterAll(async () => {
  await redis?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("publisher, relay and readers under kill -9", () => {
  it.each([
    { log: "Redis", url: () => redis!.url },
    { log: "the log of the store", url: () => "own" },
  ])("003.1: lose no decision and double none, over $log", async ({ log, url }) => {
    const [store, effects] = [join(folder, `${log}.db`), join(folder, `${log}.effects`)];
    const place = { store, log: url(), effects, stuckMs: 600 };
    expect(await eventRounds(place, 3)).toBeGreaterThan(10);
  });
});

describe("several processes that read for the same groups on one SQLite file", () => {
  it("give each event to one of them, once", async () => {
    const [store, effects] = [join(folder, "together.db"), join(folder, "together.effects")];
    const told = await readTogether({ store, log: "own", effects, stuckMs: 20_000 });
    expect(told.length).toBeGreaterThan(50);
    expect(new Set(told).size).toBe(told.length);
  });
});
