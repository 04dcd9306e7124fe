import { inspect } from "node:util";
import { Redis } from "ioredis";
import { afterEach, describe, expect, it } from "vitest";
import { openRedisEventLog } from "../../src/drivers/redis/open-redis-event-log.ts";
import type { EventLog } from "../../src/ports/event-log.ts";
import { makeEvent, makeEvents, recorder, until } from "../contract/make-event.ts";
import { startRedis, type RedisServer, type RedisServerOptions } from "../redis-server.ts";

describe("Redis, when it fails", () => {
  const opened: EventLog[] = [];
  const started: RedisServer[] = [];
  const start = async (options?: RedisServerOptions): Promise<RedisServer> => {
    const server = await startRedis(options);
    started.push(server);
    return server;
  };
  const open = async ({ url, stuckMs = 60_000 }: { url: string; stuckMs?: number }): Promise<EventLog> => {
    const log = await openRedisEventLog({ url, stuckMs });
    opened.push(log);
    return log;
  };
  const settled = (log: EventLog): Promise<void> =>
    until("all are acknowledged", async () => {
      const { waiting, pending } = await log.backlog("g");
      return waiting === 0 && pending === 0;
    });
  const publishAtLast = (log: EventLog, events: Parameters<EventLog["publish"]>[0]): Promise<void> =>
    until("it is published", () =>
      log.publish(events).then(
        () => true,
        () => false,
      ),
    );

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((log) => log.close()));
    await Promise.all(started.splice(0).map((server) => server.stop()));
  });

  it("loses nothing over restarts and power cuts of a server that writes everything to disk", async () => {
    const durable = await start({ appendonly: true });
    const publisher = await open({ url: durable.url });
    const worker = await open({ url: durable.url, stuckMs: 500 });
    const readers = [recorder(), recorder()];
    for (const [at, { options }] of readers.entries()) {
      worker.consume({ group: "g", consumer: `c${at}`, batch: 10, ...options });
    }
    let published = 0;
    const stopped = new AbortController();
    const load = (async () => {
      while (!stopped.signal.aborted) {
        // What was not acknowledged is published again, as an outbox does.
        const done = await publisher.publish(makeEvents(published, published + 5)).then(
          () => true,
          () => false,
        );
        if (done) published += 5;
      }
    })();
    const handled = (): number => readers.reduce((sum, reader) => sum + reader.handled.length, 0);
    for (const end of ["restart", "kill", "kill"] as const) {
      const before = handled();
      await until("the load flows", () => handled() > before + 50);
      await durable[end]();
      if (end === "kill") await durable.restart();
    }
    const before = handled();
    await until("the load flows again", () => handled() > before + 50);
    stopped.abort();
    await load;
    await settled(publisher);
    const all = new Set(readers.flatMap((reader) => reader.handled));
    expect(makeEvents(0, published).filter((_, at) => !all.has(at))).toEqual([]);
    const codes = new Set(readers.flatMap(({ faults }) => faults.map(({ code }) => code)));
    codes.delete("log_unreachable");
    expect([...codes]).toEqual([]);
    expect((await publisher.deadLetters({ limit: 1 })).items).toEqual([]);
  });

  it("tells an outage once, comes back to a server that forgot everything, and ends in time", async () => {
    const mortal = await start();
    const log = await open({ url: mortal.url });
    const seen = recorder();
    log.consume({ group: "g", consumer: "c", ...seen.options });
    await log.publish([makeEvent(0)]);
    await settled(log);
    await mortal.kill();
    const error = await log.publish([makeEvent(1)]).catch((problem: unknown) => problem);
    expect(error).toMatchObject({ code: "events_unreachable" });
    await until("the outage is told", () => seen.faults.length > 0);
    expect(seen.faults).toMatchObject([{ code: "log_unreachable", group: "g" }]);
    await mortal.restart();
    await publishAtLast(log, [makeEvent(1)]);
    await until("it reads again", () => seen.handled.length === 2);
    // The outage is over once what was read is acknowledged.
    await settled(log);
    expect(seen.faults.length).toBe(1);
    await mortal.kill();
    await until("the next outage is told", () => seen.faults.length === 2);
    const from = Date.now();
    await log.close();
    expect(Date.now() - from).toBeLessThan(20_000);
  });

  it("says so when its server becomes a replica, and reads on when it is the primary again", async () => {
    const fickle = await start();
    const direct = new Redis(fickle.url, { protocol: 2 });
    const log = await open({ url: fickle.url });
    const seen = recorder();
    log.consume({ group: "g", consumer: "c", ...seen.options });
    await log.publish([makeEvent(0)]);
    await settled(log);
    await direct.call("replicaof", "127.0.0.1", "1");
    const error = await log.publish([makeEvent(1)]).catch((problem: unknown) => problem);
    expect(error).toMatchObject({
      code: "events_refused",
      message: expect.stringContaining("use the primary"),
    });
    await until("the outage is told", () => seen.faults.length > 0);
    await direct.call("replicaof", "NO", "ONE");
    await publishAtLast(log, [makeEvent(1)]);
    await until("it reads again", () => seen.handled.includes(1));
    expect(seen.faults.map(({ code }) => code)).toEqual(["log_unreachable"]);
    direct.disconnect();
  });

  it("says what is wrong with an address, a password or a server, and keeps the password to itself", async () => {
    const guarded = await start({ password: "right-one" });
    const primary = await start();
    const replica = await start({ replicaOf: primary.url });
    const port = new URL(guarded.url).port;
    const said = async (url: string): Promise<string> => {
      const error = await openRedisEventLog({ url, connectTimeoutMs: 1_000 }).then(
        () => "opened",
        (problem: unknown) => problem,
      );
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("topsecret");
      const { code, message } = error as Error & { code: string };
      return `${code} ${message}`
        .replaceAll(port, "PORT")
        .replaceAll(/127\.0\.0\.1:\d{4,5}/g, "127.0.0.1:PORT");
    };
    const all = [
      await said("redis://emend:topsecret@127.0.0.1:1"),
      await said("http://emend:topsecret@127.0.0.1:1"),
      await said("topsecret"),
      await said(`redis://:topsecret@127.0.0.1:${port}`),
      await said(`redis://127.0.0.1:${port}/0?password=topsecret`),
      await said(`redis://127.0.0.1:${port}`),
      await said(`${primary.url}/99`),
      await said(replica.url),
    ];
    // What is said of a name that nobody knows differs from machine to machine.
    expect(await said("redis://emend:topsecret@no-such-host.invalid/0")).toMatch(
      /^events_unreachable redis:/,
    );
    expect(all.join("\n")).toMatchInlineSnapshot(`
      "events_unreachable redis://127.0.0.1:1: Redis cannot be reached; check the address and that the server is running (connect ECONNREFUSED 127.0.0.1:1)
      events_unreachable http://127.0.0.1:1/: expected an address such as redis://user:password@host:6379/0, or rediss:// for TLS
      events_unreachable the address of Redis: expected an address such as redis://user:password@host:6379/0, or rediss:// for TLS
      events_refused redis://127.0.0.1:PORT: Redis refused this user; check the name and password in the address, and that the user can use streams and scripts (WRONGPASS invalid username-password pair or user is disabled.)
      events_refused redis://127.0.0.1:PORT/0: Redis refused this user; check the name and password in the address, and that the user can use streams and scripts (WRONGPASS invalid username-password pair or user is disabled.)
      events_refused redis://127.0.0.1:PORT: Redis refused this user; check the name and password in the address, and that the user can use streams and scripts (NOAUTH Authentication required.)
      events_refused redis://127.0.0.1:PORT/99: Redis has no such database; check the number at the end of the address (ERR DB index is out of range)
      events_refused redis://127.0.0.1:PORT: this Redis is a read-only replica; use the primary server instead (READONLY role:slave)"
    `);
  });
});
