import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeEvents, until } from "../../../test/contract/make-event.ts";
import { openHttp, type HttpSession } from "../../../test/http-session.ts";
import { makeDecision } from "../../../test/make-decision.ts";
import { startRedis, type RedisServer } from "../../../test/redis-server.ts";
import { joinLogs } from "../../app/event/join-logs.ts";
import { moveOwnEvents } from "../../app/event/move-own-events.ts";
import { relayOutbox } from "../../app/event/relay-outbox.ts";
import {
  DECISION_GROUP,
  ingestDecisions,
  DECISION_WRITER_GROUP,
  writeDecisions,
} from "../../app/event/ingest-decisions.ts";
import { decisionEventSchema } from "../../core/feedback/decision-event.ts";
import { DECISION_STREAM, OWN_STREAM, ownStreamOf } from "../../core/event/emend-event.ts";
import { openRedisEventLog, type RedisEventLog } from "../../drivers/redis/open-redis-event-log.ts";
import type { EventLog } from "../../ports/event-log.ts";

let server: RedisServer;
let raw: Redis;
beforeAll(async () => {
  server = await startRedis();
  raw = new Redis(server.url);
}, 120_000);
afterAll(async () => {
  raw.disconnect();
  await server.stop();
});

let own: RedisEventLog;
let decisions: RedisEventLog;
let log: EventLog;
beforeEach(async () => {
  await raw.flushall();
  const open = (stream: string) => openRedisEventLog({ url: server.url, stream, stuckMs: 200, blockMs: 200 });
  [own, decisions] = [await open(OWN_STREAM), await open(DECISION_STREAM)];
  log = joinLogs(own, decisions);
});
afterEach(() => log.close());

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const entriesOf = async (stream: string): Promise<readonly string[][]> =>
  (await raw.xrange(stream, "-", "+")).map(([, fields]) => fields);
const through = (reader: EventLog, group: string): Promise<void> =>
  until(`${group} has read all`, async () => {
    const { waiting, pending } = await reader.backlog(group);
    return waiting + pending === 0;
  });

describe("Emend's own events and the decisions of others", () => {
  it("17.5 two streams: what Emend tells never reaches the one in which others read decisions", async () => {
    await log.publish(makeEvents(0, 3));
    expect(await entriesOf(OWN_STREAM)).toHaveLength(3);
    expect(await entriesOf(DECISION_STREAM)).toEqual([]);
    expect(ownStreamOf(DECISION_STREAM)).toBe("emend:events");
    expect(ownStreamOf("team:decisions")).toBe("team:decisions:emend");
  });

  it("17.5 an unreadable entry is one dead letter, whoever sees it and however often", async () => {
    await raw.xadd(DECISION_STREAM, "*", "event", "{");
    await raw.xadd(DECISION_STREAM, "*", "event", JSON.stringify({ no: "decision" }));
    const handle = ingestDecisions({
      store: { record: () => Promise.reject(new Error("nothing to record")) },
      now: () => "2026-05-01T12:00:00.000Z",
    });
    const readers = ["a", "b"].map((consumer) => log.consume({ group: DECISION_GROUP, consumer, handle }));
    const others = decisions.consume({ group: "emend-learn", consumer: "c", handle: async () => {} });
    await through(decisions, DECISION_GROUP);
    await through(decisions, "emend-learn");
    await Promise.all([...readers, others].map((reader) => reader.stop()));
    // Somebody resets the group, and it reads everything again.
    await raw.xgroup("DESTROY", DECISION_STREAM, DECISION_GROUP);
    const again = log.consume({ group: DECISION_GROUP, consumer: "a", handle });
    await wait(100);
    await through(decisions, DECISION_GROUP);
    await again.stop();
    const { items } = await log.deadLetters({ limit: 10 });
    expect(items.map(({ body }) => body)).toEqual(["{", '{"no":"decision"}']);
    expect(items.every(({ id }) => id.startsWith("decisions:"))).toBe(true);
    // A letter that was given back and fails again is a letter again. It belongs to whichever group read it first.
    const once = [
      log.consume({ group: DECISION_GROUP, consumer: "a", handle }),
      decisions.consume({ group: "emend-learn", consumer: "c", handle: async () => {} }),
    ];
    expect(await log.replay(items.map(({ id }) => id))).toBe(2);
    await until("both are dead", async () => (await log.deadLetters({ limit: 10 })).items.length === 2);
    await Promise.all(once.map((reader) => reader.stop()));
    const left = (await log.deadLetters({ limit: 10 })).items.map(({ id }) => id);
    expect(await log.discard(left)).toBe(2);
    expect((await log.deadLetters({ limit: 10 })).items).toEqual([]);
  });

  it("17.5 dead letters of both are listed page by page, and groups where they read", async () => {
    await raw.xadd(OWN_STREAM, "*", "event", "[");
    for (const body of ["{", "}"]) await raw.xadd(DECISION_STREAM, "*", "event", body);
    const handle = async (): Promise<void> => {};
    const readers = [DECISION_GROUP, "emend-learn"].map((group) =>
      log.consume({ group, consumer: "c", handle }),
    );
    await until("all are dead", async () => (await log.deadLetters({ limit: 9 })).items.length === 3);
    await Promise.all(readers.map((reader) => reader.stop()));
    const bodies: string[] = [];
    for (let after: string | undefined, pages = 0; pages < 5; pages += 1) {
      const page = await log.deadLetters({ limit: 1, ...(after === undefined ? {} : { after }) });
      bodies.push(...page.items.map(({ body }) => body));
      after = page.next;
      if (after === undefined) break;
    }
    expect(bodies).toEqual(["{", "}", "["]);
    expect(await log.groups()).toEqual([DECISION_GROUP, "emend-learn"]);
    expect(await log.backlog("emend-learn")).toEqual({ waiting: 0, pending: 0, dead: 1 });
  });

  it("17.5 an upgrade: what nobody learned from yet moves over, and the old groups are forgotten", async () => {
    await decisions.publish(makeEvents(0, 2));
    const before = decisions.consume({ group: "emend-learn", consumer: "old", handle: async () => {} });
    await through(decisions, "emend-learn");
    await before.stop();
    await decisions.publish(makeEvents(2, 5));
    await raw.xadd(DECISION_STREAM, "*", "event", JSON.stringify(makeDecision(1)));
    const ending = new AbortController();
    const faults: unknown[] = [];
    const moving = moveOwnEvents({
      own: log,
      decisions,
      consumer: "new",
      wait: (ms) => wait(Math.min(ms, 300)),
      onFault: (fault) => faults.push(fault),
    })(ending.signal);
    await until("they are forgotten", async () => !(await decisions.groups()).includes("emend-learn"));
    await moving;
    const moved = (await entriesOf(OWN_STREAM)).map(([, body = ""]) => JSON.parse(body) as { id: string });
    expect(moved.map(({ id }) => id)).toEqual(makeEvents(2, 5).map(({ id }) => id));
    expect(faults).toEqual([]);
  });
});

describe("decisions that people make in Emend", () => {
  let http: HttpSession;
  beforeEach(async () => {
    http = await openHttp();
  });
  afterEach(() => http.close());

  it("17.5 reach the stream in the form that others publish, once, and change nothing when they are read back", async () => {
    const { store } = http.context;
    const rio = http.as("agent", { name: "rio's token", agent: "rio" });
    const made = await rio.post("submissions", {
      gate: "Before merge",
      title: "t",
      output: "a\n",
      task: "t-1",
    });
    await http.as("reviewer", { name: "ana" }).post(`submissions/${made.body.id}/decision`, {
      decision: "rejected",
      comment: "Say when it was sent.",
      tags: ["missing_date"],
    });
    const ending = new AbortController();
    const relaying = relayOutbox({ outbox: store.outbox, events: log, wait, random: Math.random })(
      ending.signal,
    );
    const writer = log.consume({
      group: DECISION_WRITER_GROUP,
      consumer: "w",
      handle: writeDecisions({ ...store, decisions }),
    });
    await until("it is written", async () => (await entriesOf(DECISION_STREAM)).length > 0);
    await through(own, DECISION_WRITER_GROUP);
    await writer.stop();
    ending.abort();
    await relaying;
    const [[field, body = ""] = [], ...more] = await entriesOf(DECISION_STREAM);
    expect({ field, more }).toEqual({ field: "event", more: [] });
    const decision = JSON.parse(body) as Record<string, unknown>;
    expect(Object.keys(decision).toSorted()).toEqual(Object.keys(decisionEventSchema.shape).toSorted());
    expect(decision).toMatchObject({
      decision_id: made.body.id,
      gate_id: "Before merge",
      task_id: "t-1",
      decision: "REJECTED",
      reviewer_id: "ana",
      reviewer_comment: "Say when it was sent.",
      tags: ["missing_date"],
      correction_diff_path: null,
    });
    const takeIn = ingestDecisions({ store: store.feedback, now: () => new Date().toISOString() });
    await takeIn([{ id: "1-0", event: decision, attempt: 1 }]);
    expect((await store.feedback.list({ limit: 10 })).items).toHaveLength(1);
  });
});
