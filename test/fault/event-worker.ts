// One part of the loop around events, until it is killed. Arguments: the role, the store, the address of Redis or
// "own" for the store's log, the file of effects, how long a killed reader's work is left alone, and for the
// publisher the first decision's number. Prints a line when it is ready, and the publisher each decision it has
// acknowledged, after the acknowledgement.
import { appendFileSync, writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { setTimeout } from "node:timers/promises";
import { retryingStore } from "../../src/app/event/retry-through-outage.ts";
import { relayOutbox } from "../../src/app/event/relay-outbox.ts";
import { DECISION_GROUP, ingestDecisions } from "../../src/app/event/ingest-decisions.ts";
import type { EmendEvent } from "../../src/core/event/emend-event.ts";
import { createSqlEventLog } from "../../src/drivers/sql/event/sql-event-log.ts";
import { createSqlOutbox } from "../../src/drivers/sql/event/sql-outbox.ts";
import { createSqlFeedbackStore } from "../../src/drivers/sql/feedback/sql-feedback-store.ts";
import type { EventLog } from "../../src/ports/event-log.ts";
import { makeDecision } from "../make-decision.ts";
import { openSqlDatabase } from "../open-sql-database.ts";

/** More attempts than there are kills that may meet the same event. */
const retry = { baseMs: 20, capMs: 200, attempts: 60 };
const [role = "", place = "", log = "", effects = "", stuckMs = "", first = ""] = process.argv.slice(2);
const options = { stuckMs: Number(stuckMs), retry };
const database = await openSqlDatabase(place);
const events = log === "own" ? createSqlEventLog(database, { ...options, pollMs: 20 }) : await openRedis();
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined);
const { signal } = new AbortController();
const random = Math.random;
const consumer = `${role}-${process.pid}`;
// One that is killed would not leave it to the next.
flushCompileCache();
writeSync(1, "ready\n");

if (role === "publisher") await publish();
if (role === "relay") {
  await relayOutbox({ outbox: createSqlOutbox(database), events, wait, random, pollMs: 10 })(signal);
}
if (role === "decisions") {
  const store = retryingStore({ store: createSqlFeedbackStore(database), wait, random, signal });
  const handle = ingestDecisions({ store, now: () => new Date().toISOString() });
  events.consume({ group: DECISION_GROUP, consumer, batch: 10, handle });
}
if (role === "effects") {
  events.consume({
    group: "effects",
    consumer,
    batch: 10,
    handle: async (entries) => {
      const told = entries
        .map(({ event }) => event as EmendEvent)
        .filter(({ specversion }) => specversion === "1.0");
      appendFileSync(effects, told.map(({ subject }) => `${subject}\n`).join(""));
    },
  });
}

async function openRedis(): Promise<EventLog> {
  const { openRedisEventLog } = await import("../../src/drivers/redis/open-redis-event-log.ts");
  return openRedisEventLog({ url: log, ...options });
}

async function publish(): Promise<void> {
  for (let n = Number(first); ; n += 3) {
    // The one before is published again, as one who missed the answer does.
    const numbers = [n, n + 1, n + 2, Math.max(Number(first), n - 1)];
    // The port takes Emend's events; whoever decides publishes decisions into the same log.
    const decisions = numbers.map((at) => ({ ...makeDecision(at), id: `by-hand-${at}-${n}` }));
    await events.publish(decisions as unknown as readonly EmendEvent[]);
    writeSync(1, numbers.map((at) => `decision-${at}\n`).join(""));
    await setTimeout(10);
  }
}
