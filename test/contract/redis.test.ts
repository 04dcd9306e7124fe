import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { decisionEventSchema } from "../../src/core/feedback/decision-event.ts";
import {
  openRedisEventLog,
  type RedisEventLogOptions,
} from "../../src/drivers/redis/open-redis-event-log.ts";
import type { DeadLetter, EventLog } from "../../src/ports/event-log.ts";
import { startRedis, type RedisServer } from "../redis-server.ts";
import { describeEventLog } from "./event-log.ts";
import { makeEvent, makeEvents, numberOf, recorder, until } from "./make-event.ts";

const READER = fileURLToPath(new URL("redis-reader.ts", import.meta.url));
const QUICK = { baseMs: 1, capMs: 5, attempts: 5 };

let server: RedisServer | undefined;
let raw: Redis;
beforeAll(async () => {
  server = await startRedis();
  raw = new Redis(server.url, { protocol: 2 });
}, 120_000);
afterAll(async () => {
  raw.disconnect();
  await server?.stop();
});

describeEventLog("Redis", ({ name, ...place }) =>
  openRedisEventLog({ url: server!.url, stream: `test:${name}`, ...place }),
);

describe("Redis", () => {
  const opened: EventLog[] = [];
  let number = 0;
  let stream = "";
  const open = async (options: Partial<RedisEventLogOptions> = {}): Promise<EventLog> => {
    const log = await openRedisEventLog({ url: server!.url, stream, retry: QUICK, ...options });
    opened.push(log);
    return log;
  };
  const settled = async (log: EventLog, group = "g"): Promise<void> =>
    until("all are acknowledged", async () => {
      const { waiting, pending } = await log.backlog(group);
      return waiting === 0 && pending === 0;
    });
  const publishAtLast = (log: EventLog, events: Parameters<EventLog["publish"]>[0]): Promise<void> =>
    until("it is published", () =>
      log.publish(events).then(
        () => true,
        () => false,
      ),
    );
  const letters = async (log: EventLog): Promise<readonly DeadLetter[]> =>
    (await log.deadLetters({ limit: 500 })).items;
  const write = (...fields: (string | Buffer)[]): Promise<unknown> =>
    raw.call("xadd", stream, "*", ...fields);

  beforeEach(() => {
    number += 1;
    stream = `redis:${number}`;
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((log) => log.close()));
  });

  it("buries malformed entries of any shape with a reason, and goes on", async () => {
    const log = await open();
    const shapes: (string | Buffer)[][] = [
      ["event", "{"],
      ["event", ""],
      ["event", "[1,2]"],
      ["event", "null"],
      ["", ""],
      ["level", "info", "text", "started"],
      ["event", Buffer.from([0xff, 0xfe, 0x00])],
      ["event", "{}", "event", "{}"],
      ["event", "[".repeat(200_000)],
      ["event", `{"text":"${"x".repeat(1_100_000)}"}`],
      Array.from({ length: 2_000 }, (_, at) => `field-${at}`),
    ];
    for (const [at, shape] of shapes.entries()) {
      await log.publish([makeEvent(at)]);
      await write(...shape);
    }
    const seen = recorder();
    log.consume({ group: "g", consumer: "c", batch: 4, ...seen.options });
    await settled(log);
    expect(seen.handled).toEqual(shapes.map((_, at) => at));
    const buried = await letters(log);
    expect(buried.length).toBe(shapes.length);
    expect(buried.every(({ reason, attempts }) => reason.length > 10 && attempts === 1)).toBe(true);
    expect(
      JSON.stringify(
        buried.map(({ body }) => body.slice(0, 40)),
        null,
        1,
      ),
    ).toMatchInlineSnapshot(`
        "[
         "{",
         "",
         "[1,2]",
         "null",
         "{\\"\\":\\"\\"}",
         "{\\"level\\":\\"info\\",\\"text\\":\\"started\\"}",
         "��\\u0000",
         "[[\\"event\\",\\"{}\\"],[\\"event\\",\\"{}\\"]]",
         "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
         "{\\"text\\":\\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
         "{\\"field-0\\":\\"field-1\\",\\"field-2\\":\\"field-3\\""
        ]"
      `);
    expect(seen.faults.map(({ code }) => code)).toEqual(shapes.map(() => "dead_letter"));

    // Malformed entries that are given back die again, unchanged.
    expect(await log.replay(buried.map(({ id }) => id))).toBe(shapes.length);
    await settled(log);
    const again = await letters(log);
    expect(again.map(({ entry, body, reason }) => ({ entry, body, reason }))).toEqual(
      buried.map(({ entry, body, reason }) => ({ entry, body, reason })),
    );
  });

  it("reads decisions as one JSON text and field by field", async () => {
    const decision = {
      decision_id: "d-1",
      gate_id: "HITL-1",
      epic_id: "search",
      task_id: null,
      decision: "REJECTED",
      reviewer_id: "bo",
      timestamp: "2026-05-04T10:00:00",
      review_duration_seconds: 95,
      agent_output_sha: "c0ffee",
      approved_output_sha: null,
      correction_diff_path: null,
      reviewer_comment: "Ergebnis fehlt: «null» ist kein Text.\nBitte ergänzen.",
      tags: ["empty_result"],
    };
    await write("data", JSON.stringify(decision));
    await write(
      ...Object.entries(decision).flatMap(([name, value]) => [
        name,
        Array.isArray(value) ? JSON.stringify(value) : value === null ? "None" : String(value),
      ]),
    );
    const log = await open();
    const events: unknown[] = [];
    log.consume({
      group: "g",
      consumer: "c",
      handle: async (entries) => void events.push(...entries.map(({ event }) => event)),
    });
    await settled(log);
    expect(events).toEqual([decision, decision]);
    expect(events.every((event) => decisionEventSchema.safeParse(event).success)).toBe(true);
  });

  it("gives the entries of a reader that was killed to another", async () => {
    const log = await open({ stuckMs: 200 });
    await log.publish(makeEvents(0, 25));
    const child = spawn(process.execPath, [READER, server!.url, stream], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const held: number[] = [];
    createInterface({ input: child.stdout }).on("line", (line) => held.push(Number(line)));
    await until("the child holds a batch", () => held.length === 10);
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    const seen = recorder();
    log.consume({ group: "g", consumer: "other", ...seen.options });
    await settled(log);
    expect(seen.handled.toSorted((a, b) => a - b)).toEqual(makeEvents(0, 25).map((_, at) => at));
    const again = seen.calls.flat().filter((entry) => held.includes(numberOf(entry)));
    expect(again.map(({ attempt }) => attempt)).toEqual(held.map(() => 2));
  });

  it("buries an entry whose readers ended at every attempt, without another", async () => {
    const log = await open({ stuckMs: 20 });
    await log.publish([makeEvent(0), makeEvent(1)]);
    await raw.call("xgroup", "CREATE", stream, "g", "0");
    await raw.call("xreadgroup", "GROUP", "g", "dead", "COUNT", 1, "STREAMS", stream, ">");
    const [[id]] = (await raw.call("xpending", stream, "g", "-", "+", 1)) as [[string]];
    await raw.call("xclaim", stream, "g", "dead", 0, id, "RETRYCOUNT", 5);
    const seen = recorder();
    log.consume({ group: "g", consumer: "c", ...seen.options });
    await settled(log);
    expect(seen.numbers()).toEqual([1]);
    expect(await letters(log)).toMatchObject([
      { entry: id, attempts: 5, reason: "delivered 5 times, and its reader crashed each time" },
    ]);
  });

  it("passes over an entry that others deleted while it was to be tried again", async () => {
    const log = await open({ stuckMs: 40 });
    await log.publish([makeEvent(0), makeEvent(1)]);
    const seen = recorder((entry) => (numberOf(entry) === 0 ? new Error("busy") : undefined));
    await raw.call("xgroup", "CREATE", stream, "g", "0");
    await raw.call("xreadgroup", "GROUP", "g", "dead", "COUNT", 1, "STREAMS", stream, ">");
    const [[id]] = (await raw.call("xpending", stream, "g", "-", "+", 1)) as [[string]];
    await raw.call("xdel", stream, id);
    log.consume({ group: "g", consumer: "c", ...seen.options });
    await settled(log);
    expect(seen.numbers()).toEqual([1]);
    await until("it is told", () => seen.faults.length > 0);
    expect(seen.faults).toMatchObject([{ code: "attempt_failed", entry: id }]);
    expect(await log.backlog("g")).toEqual({ waiting: 0, pending: 0, dead: 0 });
  });

  it("counts what waits also where Redis no longer can", async () => {
    const log = await open();
    await log.publish(makeEvents(0, 600));
    await raw.call("xgroup", "CREATE", stream, "g", "0");
    await raw.call("xreadgroup", "GROUP", "g", "c", "COUNT", 10, "STREAMS", stream, ">");
    const entries = (await raw.call("xrange", stream, "-", "+")) as [string][];
    await raw.call("xdel", stream, entries[300]![0], entries[5]![0]);
    expect(await log.backlog("g")).toEqual({ waiting: 589, pending: 10, dead: 0 });
  });

  it("forgets readers that hold nothing, and no others", async () => {
    await raw.call("xgroup", "CREATE", stream, "g", "0", "MKSTREAM");
    await write("event", "{}");
    await raw.call("xreadgroup", "GROUP", "g", "holds", "STREAMS", stream, ">");
    await raw.call("xgroup", "CREATECONSUMER", stream, "g", "holds nothing");
    const names = async (): Promise<(string | undefined)[]> =>
      ((await raw.call("xinfo", "CONSUMERS", stream, "g")) as string[][]).map(([, name]) => name);
    const log = await open({ forgetMs: 30 });
    log.consume({ group: "g", consumer: "me", handle: async () => {} });
    // Idle readers are forgotten before the new one has read anything.
    await until("one is forgotten, and ours reads", async () => {
      await log.publish([makeEvent(1)]);
      const known = await names();
      return !known.includes("holds nothing") && known.includes("me");
    });
    expect(await names()).toEqual(["holds", "me"]);
  });

  describe("trimming", () => {
    const retention = { newest: 500, ms: 0 };
    const idsOf = async (): Promise<readonly string[]> =>
      ((await raw.call("xrange", stream, "-", "+")) as [string][]).map(([id]) => id);
    const publishMany = async (log: EventLog, from: number, to: number): Promise<void> => {
      for (let at = from; at < to; at += 300) await log.publish(makeEvents(at, Math.min(to, at + 300)));
    };

    it("leaves what no group asks for any more, but the newest", async () => {
      const log = await open({ retention });
      const seen = recorder();
      log.consume({ group: "g", consumer: "c", ...seen.options });
      for (let round = 0; round < 10; round += 1) {
        await publishMany(log, round * 600, round * 600 + 600);
        await settled(log);
      }
      expect(seen.numbers()).toEqual(makeEvents(0, 6_000).map((_, at) => at));
      const left = await raw.xlen(stream);
      // Whole blocks of a hundred are removed, after every 256 that were published.
      expect(left).toBeGreaterThanOrEqual(500);
      expect(left).toBeLessThanOrEqual(500 + 600 + 100);
      expect(await log.backlog("g")).toEqual({ waiting: 0, pending: 0, dead: 0 });
      expect(await log.backlog("new")).toMatchObject({ waiting: left });
    });

    it("keeps all that a slow group has not read, also one of others, and goes on once it has", async () => {
      const log = await open({ retention });
      log.consume({ group: "g", consumer: "c", ...recorder().options });
      await raw.call("xgroup", "CREATE", stream, "billing", "0", "MKSTREAM");
      await publishMany(log, 0, 3_000);
      await settled(log);
      expect(await raw.xlen(stream)).toBe(3_000);
      const [[, given]] = (await raw.call(
        "xreadgroup",
        "GROUP",
        "billing",
        "b",
        "COUNT",
        2_000,
        "STREAMS",
        stream,
        ">",
      )) as [[string, [string][]]];
      const ids = given.map(([id]) => id);
      await publishMany(log, 3_000, 3_300);
      expect(await raw.xlen(stream), "what it has in hand is not acknowledged").toBe(3_300);
      await raw.call("xack", stream, "billing", ...ids.filter((_, at) => at !== 1_000));
      await publishMany(log, 3_300, 3_600);
      const left = await idsOf();
      expect(left, "one in the middle is not").toContain(ids[1_000]);
      expect(left.length).toBeLessThanOrEqual(3_600 - 1_000 + 100);
      await raw.call("xack", stream, "billing", ids[1_000]!);
      await publishMany(log, 3_600, 3_900);
      const rest = await idsOf();
      expect(rest.length, "a thousand of it nobody has read").toBeLessThanOrEqual(1_900 + 100);
      expect(rest.length).toBeGreaterThanOrEqual(1_900);
    });

    it("keeps what is young, however much it is", async () => {
      const log = await open({ retention: { newest: 0, ms: 60_000 } });
      await publishMany(log, 0, 1_500);
      expect(await raw.xlen(stream)).toBe(1_500);
    });

    it("tells those who only look what they missed", async () => {
      const log = await open({ retention });
      await publishMany(log, 0, 1_500);
      const [oldest = ""] = await idsOf();
      expect(await raw.xlen(stream)).toBeLessThan(1_500);
      expect((await log.read({ after: "0-0", limit: 5 })).gap).toBe(true);
      expect((await log.read({ after: oldest, limit: 5 })).gap).toBe(false);
      expect((await log.read({ after: await log.newest(), limit: 5 })).gap).toBe(false);
    });

    it("makes room in a server whose memory is full", async () => {
      const small = await startRedis();
      const client = new Redis(small.url, { protocol: 2 });
      try {
        const log = await openRedisEventLog({
          url: small.url,
          stream,
          retention: { newest: 1_000_000, ms: 0 },
        });
        opened.push(log);
        await publishMany(log, 0, 6_000);
        const trimming = await openRedisEventLog({ url: small.url, stream, retention });
        opened.push(trimming);
        const used = Number(/used_memory:(\d+)/.exec(await client.info("memory"))?.[1]);
        await client.config("SET", "maxmemory", String(used - 200_000));
        await expect(trimming.publish(makeEvents(0, 1))).rejects.toMatchObject({ code: "events_failed" });
        await until("there is room", () =>
          trimming.publish(makeEvents(0, 1)).then(
            () => true,
            () => false,
          ),
        );
      } finally {
        client.disconnect();
        await Promise.all(opened.splice(0).map((log) => log.close()));
        await small.stop();
      }
    });
  });

  it("reads on after its connections were cut again and again, and loses nothing", async () => {
    const log = await open();
    const seen = recorder();
    log.consume({ group: "g", consumer: "c", batch: 20, ...seen.options });
    for (let round = 0; round < 12; round += 1) {
      await publishAtLast(log, makeEvents(round * 50, round * 50 + 50));
      await raw.call("client", "KILL", "TYPE", "normal", "SKIPME", "yes");
    }
    await until("all were handled", () => new Set(seen.handled).size === 600);
    await settled(log);
    expect(await letters(log)).toEqual([]);
  });

  it("makes its group again when someone empties the server", async () => {
    const log = await open();
    const seen = recorder();
    log.consume({ group: "g", consumer: "c", ...seen.options });
    await log.publish(makeEvents(0, 5));
    await settled(log);
    await raw.flushall();
    await log.publish(makeEvents(5, 9));
    await until("the new ones are handled", () => seen.handled.length >= 9);
    await raw.del(stream);
    await log.publish(makeEvents(9, 12));
    await until("and those after the next time", () => seen.handled.length >= 12);
    expect(seen.handled).toEqual(makeEvents(0, 12).map((_, at) => at));
    expect(seen.faults).toEqual([]);
  });

  it("says so when the name of the stream is taken", async () => {
    await raw.set(stream, "a text");
    const log = await open();
    const error = await log.publish([makeEvent(0)]).catch((problem: unknown) => problem);
    expect(error).toMatchObject({
      code: "events_failed",
      message: expect.stringContaining("choose another"),
    });
    await log.close();
    await expect(log.publish([makeEvent(0)])).rejects.toMatchObject({ code: "events_failed" });
    expect(() => log.consume({ group: "g", consumer: "c", handle: async () => {} })).toThrow("closed");
  });
});
