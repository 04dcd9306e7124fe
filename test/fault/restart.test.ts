import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { retryingStore } from "../../src/app/event/retry-through-outage.ts";
import { relayOutbox } from "../../src/app/event/relay-outbox.ts";
import { DECISION_GROUP, ingestDecisions } from "../../src/app/event/ingest-decisions.ts";
import type { EmendEvent } from "../../src/core/event/emend-event.ts";
import { openRedisEventLog } from "../../src/drivers/redis/open-redis-event-log.ts";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import type { EventLog } from "../../src/ports/event-log.ts";
import { until } from "../contract/make-event.ts";
import { readAll } from "../contract/read-all.ts";
import { makeDecision } from "../make-decision.ts";
import { startPostgres, type PostgresServer } from "../postgres-server.ts";
import { startRedis, type RedisServer } from "../redis-server.ts";

let postgres: PostgresServer;
let redis: RedisServer;
beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis({ appendonly: true })]);
}, 60_000);
afterAll(async () => {
  await Promise.all([postgres.stop(), redis.stop()]);
});

const random = Math.random;
/** An outage is waited for in short steps here, so that the test is over soon. */
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(Math.min(ms, 100), undefined, { signal }).catch(() => undefined);

describe("servers that are killed and started again under load", () => {
  it.each<{ log: string; open?: () => Promise<EventLog>; crash: () => Promise<void> }>([
    {
      log: "Redis",
      open: () => openRedisEventLog({ url: redis.url, stuckMs: 1_000 }),
      crash: async () => {
        await redis.kill();
        await redis.restart();
        await postgres.restart();
      },
    },
    { log: "the log of the store", crash: () => postgres.restart() },
  ])("lose and double nothing, over $log", async ({ log, open, crash }) => {
    const store = await openPostgresStore({ url: await postgres.urlOf(`restart ${log}`), maxConnections: 6 });
    const events = (await open?.()) ?? store.events;
    const stopping = new AbortController();
    const { signal } = stopping;
    const effects: string[] = [];
    events.consume({
      group: DECISION_GROUP,
      consumer: "a",
      handle: ingestDecisions({
        store: retryingStore({ store: store.feedback, wait, random, signal }),
        now: () => new Date().toISOString(),
      }),
    });
    events.consume({
      group: "effects",
      consumer: "a",
      handle: async (entries) => {
        for (const { event } of entries) {
          const { specversion, subject } = event as EmendEvent;
          if (specversion === "1.0") effects.push(subject);
        }
      },
    });
    const relaying = relayOutbox({ outbox: store.outbox, events, wait, random, pollMs: 10 })(signal);

    const acknowledged: string[] = [];
    const enough = new AbortController();
    const publishing = (async () => {
      for (let n = 0; !enough.signal.aborted; n += 2) {
        const decisions = [n, n + 1].map((at) => ({ ...makeDecision(at), id: `${log}-${at}` }));
        // Whoever decides keeps a decision until it is acknowledged.
        while (true) {
          try {
            await events.publish(decisions as unknown as readonly EmendEvent[]);
            break;
          } catch {
            await setTimeout(20);
          }
        }
        acknowledged.push(...decisions.map((decision) => decision.decision_id));
        await setTimeout(3);
      }
    })();
    const goesOn = async (): Promise<void> => {
      const before = acknowledged.length;
      await until("more is published", () => acknowledged.length > before + 40);
    };

    await goesOn();
    await crash();
    await goesOn();
    await crash();
    await goesOn();
    enough.abort();
    await publishing;
    const isThrough = async (group: string): Promise<boolean> => {
      const { waiting, pending } = await events.backlog(group);
      return waiting + pending === 0;
    };
    await until(
      "everything is taken in, told and read",
      async () =>
        (await isThrough(DECISION_GROUP)) &&
        (await store.outbox.depth()) === 0 &&
        (await isThrough("effects")),
      40_000,
    );
    stopping.abort();
    await relaying;
    const { items: dead } = await events.deadLetters({ limit: 5 });
    const records = await readAll(store.feedback);
    await events.close();
    await store.close();
    expect(dead).toEqual([]);
    expect(records.map(({ source }) => source.ref ?? "").toSorted()).toEqual(acknowledged.toSorted());
    expect([...new Set(effects)].toSorted()).toEqual(records.map(({ id }) => id).toSorted());
  });
});
