import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeEvents, until } from "../../../test/contract/make-event.ts";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { makeDecision } from "../../../test/make-decision.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { startRedis } from "../../../test/redis-server.ts";
import { runCli } from "../../../test/run-cli.ts";
import { runCommand } from "../../../test/run-command.ts";
import { TEST_SECRET } from "../../../test/webhook-server.ts";
import type { EmendEvent } from "../../core/event/emend-event.ts";
import { openRedisEventLog } from "../../drivers/redis/open-redis-event-log.ts";
import { UnfitEvent } from "../../ports/event-log.ts";
import type { Store } from "../../ports/store.ts";
import type { EventPorts } from "../open/event-ports.ts";
import { addEvents } from "./events.ts";

describe("emend events", () => {
  let store: Store;
  let stop: () => void = () => {};
  const opened: unknown[] = [];
  const ports: EventPorts = {
    openStore: async () => ({ ...store, close: async () => {} }),
    openEvents: async (options) => {
      opened.push(options);
      return { ...store.events, write: async () => {}, close: async () => {} };
    },
    onStop: (stopping) => {
      stop = stopping;
      return () => {};
    },
  };
  const run = (...args: readonly string[]) =>
    runCommand((program, context) => addEvents(program, { ...context, ports }), ["events", ...args], {
      cwd: "/project",
    });

  /** Lets so many events die in a group, of reasons that try to act on the terminal. */
  const die = async (group: string, count: number): Promise<void> => {
    await store.events.publish(makeEvents(0, count));
    const reader = store.events.consume({
      group,
      consumer: "c",
      handle: () => Promise.reject(new UnfitEvent("no \u001b[31mreviewer\nat all")),
    });
    await until("all are dead", async () => (await store.events.backlog(group)).dead === count);
    await reader.stop();
  };

  beforeEach(async () => {
    store = await openTestStore();
    opened.length = 0;
  });
  afterEach(() => store.close());

  it("status shows how far each group is, and what waits to be published", async () => {
    await store.feedback.record([makeFeedback(1), makeFeedback(2)]);
    await die("emend-decisions", 3);
    const audit = store.events.consume({ group: "audit", consumer: "c", handle: async () => {} });
    await until("it has read", async () => (await store.events.backlog("audit")).waiting === 0);
    await audit.stop();
    const shown = await run("status", "--group", "billing");
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatchInlineSnapshot(`
      "log     /project/.emend/emend.db
      outbox  2 unpublished

      GROUP            WAITING  PENDING     DEAD
      emend-decisions        0        0        3
      emend-learn            3        0        0
      audit                  0        0        0
      billing                3        0        0
      "
    `);
    expect(JSON.parse((await run("status", "--json")).stdout)).toEqual({
      log: "/project/.emend/emend.db",
      outbox: 2,
      groups: [
        { group: "emend-decisions", endpoint: null, waiting: 0, pending: 0, dead: 3 },
        { group: "emend-learn", endpoint: null, waiting: 3, pending: 0, dead: 0 },
        { group: "audit", endpoint: null, waiting: 0, pending: 0, dead: 0 },
      ],
    });
  });

  it("status says whom a group tells, and no more of its address than the host", async () => {
    const env = {
      EMEND_WEBHOOKS_URLS: "https://chat.example/hooks/secret",
      EMEND_WEBHOOKS_SECRET: TEST_SECRET,
    };
    const { stdout } = await runCommand(
      (program, context) => addEvents(program, { ...context, ports }),
      ["events", "status", "--json"],
      { cwd: "/project", env },
    );
    expect(JSON.parse(stdout)).toMatchObject({
      groups: [
        { group: "emend-decisions" },
        { group: "emend-learn" },
        {
          group: expect.stringMatching(/^emend-webhooks-[0-9a-f]{16}$/) as string,
          endpoint: "https://chat.example/…",
          waiting: 0,
        },
      ],
    });
    expect(stdout).not.toContain("secret");
  });

  it("status lists every group of a stream of Redis, those of others as well", async () => {
    const redis = await startRedis();
    try {
      const own = await openRedisEventLog({ url: redis.url });
      await own.publish(makeEvents(0, 3));
      await own.close();
      const log = await openRedisEventLog({ url: redis.url, stream: "asdlc:events:hitl_decisions" });
      await log.publish(makeEvents(0, 4));
      const reader = log.consume({ group: "emend-decisions", consumer: "c", handle: async () => {} });
      await until("it has read", async () => (await log.backlog("emend-decisions")).waiting === 0);
      await reader.stop();
      const client = new Redis(redis.url);
      await client.xgroup("CREATE", "asdlc:events:hitl_decisions", "billing", "0");
      client.disconnect();
      await log.close();
      const { stdout } = await runCommand(
        (program, context) =>
          addEvents(program, { ...context, ports: { ...ports, openEvents: openRedisEventLog } }),
        ["events", "status", "--redis", redis.url],
        { cwd: "/project" },
      );
      expect(stdout.slice(stdout.indexOf("GROUP"))).toMatchInlineSnapshot(`
        "GROUP            WAITING  PENDING     DEAD
        emend-decisions        0        0        0
        emend-learn            3        0        0
        billing                4        0        0
        "
      `);
    } finally {
      await redis.stop();
    }
  });

  it("names a Redis without its password", async () => {
    const { stdout } = await run(
      "status",
      "--redis",
      "redis://me:secret@cache:6379/2",
      "--stream",
      "decisions",
    );
    expect(stdout).toContain("log     redis://cache:6379/2 decisions:emend, decisions from decisions\n");
    expect(stdout).not.toContain("secret");
    const url = "redis://me:secret@cache:6379/2";
    expect(opened.splice(0)).toEqual([
      { url, stream: "decisions:emend" },
      { url, stream: "decisions" },
    ]);
    const both = await run("status", "--redis", "redis://cache", "--stream", "all", "--own-stream", "all");
    expect(both.stdout).toContain("log     redis://cache all\n");
    expect(opened).toEqual([{ url: "redis://cache", stream: "all" }]);
  });

  it("dead list shows each letter safely, page by page", async () => {
    await die("emend-decisions", 3);
    const { stdout, stderr } = await run("dead", "list", "--limit", "2");
    expect(stdout.replaceAll(/\d{4}-[^ ]+Z/g, "TIME")).toMatchInlineSnapshot(`
      "1  TIME  emend-decisions  entry 1  1 attempt
        no \\u001b[31mreviewer at all
      2  TIME  emend-decisions  entry 2  1 attempt
        no \\u001b[31mreviewer at all
      "
    `);
    expect(stderr).toBe("emend: for more: --after 2\n");
    const rest = await run("dead", "list", "--after", "2", "--json");
    expect(JSON.parse(rest.stdout)).toMatchObject({ items: [{ id: "3", group: "emend-decisions" }] });
    expect((await run("dead", "list", "--group", "billing")).stderr).toBe(
      "emend: there are no dead letters\n",
    );
  });

  it("dead show prints the letter with its event", async () => {
    await die("g", 1);
    const { stdout } = await run("dead", "show", "1");
    expect(stdout).toContain("reason    no \\u001b[31mreviewer at all\n");
    expect(stdout).toContain('  "type": "emend.feedback.recorded",\n');
    expect(JSON.parse((await run("dead", "show", "1", "--json")).stdout)).toMatchObject({
      id: "1",
      attempts: 1,
    });
    expect(await run("dead", "show", "9")).toMatchObject({ code: 2 });
  });

  it("dead replay and discard take ids or all of a group, and say what was not there", async () => {
    await die("one", 3);
    await die("two", 3);
    expect(await run("dead", "replay", "1", "1", "77")).toMatchObject({
      code: 2,
      stdout: "replayed 1 dead letter\n",
      stderr: "emend: 1 of these ids were not found [dead_letter_not_found]\n",
    });
    expect(await run("dead", "replay", "--all", "--group", "one")).toMatchObject({
      code: 0,
      stdout: "replayed 2 dead letters\n",
    });
    expect(await store.events.backlog("one")).toMatchObject({ waiting: 3, dead: 0 });
    expect(await run("dead", "discard", "4", "--as", "ana")).toMatchObject({
      code: 0,
      stdout: "discarded 1 dead letter\n",
    });
    expect(await store.audit.list({ limit: 1 })).toMatchObject([
      { actor: "ana", action: "events.discarded", detail: { letters: ["4"] } },
    ]);
    expect(await run("dead", "discard", "--all")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("not_confirmed"),
    });
    expect(await run("dead", "discard", "--all", "--yes")).toMatchObject({
      stdout: "discarded 2 dead letters\n",
    });
    expect((await store.events.deadLetters({ limit: 5 })).items).toEqual([]);
  });

  it("run takes in decisions, publishes what was recorded, and ends when asked to", async () => {
    // What others write is no event of Emend's, and the port takes no other.
    const decisions = [1, 2, 3].map(
      (n) => ({ ...makeDecision(n), id: `foreign-${n}` }) as unknown as EmendEvent,
    );
    await store.events.publish([...decisions, { id: "broken" } as unknown as EmendEvent]);
    const running = run("run");
    await until("all are recorded and told", async () => {
      const { waiting, pending, dead } = await store.events.backlog("emend-decisions");
      const recorded = (await store.feedback.list({ limit: 9 })).items.length;
      return recorded === 3 && (await store.outbox.depth()) === 0 && waiting + pending === 0 && dead === 1;
    });
    stop();
    const { code, stdout, stderr } = await running;
    expect(code).toBe(0);
    // What learning tells of may or may not be published before the end.
    expect(stdout).toMatch(/^read \d+ events, evaluated \d+ records?, published \d+ events\n$/);
    expect(stderr).toContain(
      "emend: reading decisions from /project/.emend/emend.db into /project/.emend/emend.db",
    );
    expect(stderr).toContain("[dead_letter]");
  });
});

describe("emend events, called wrongly", () => {
  const folder = mkdtempSync(join(tmpdir(), "emend-events-cli-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each<{ why: string; args: readonly string[]; code: number; says: RegExp }>([
    { why: "no store", args: ["status"], code: 3, says: /store_missing/ },
    { why: "a stream of no Redis", args: ["status", "--stream", "s"], code: 2, says: /redis_missing/ },
    {
      why: "no Redis there",
      args: ["dead", "list", "--redis", "redis://127.0.0.1:1"],
      code: 3,
      says: /redis:/,
    },
    { why: "neither ids nor all", args: ["dead", "replay"], code: 2, says: /which_letters/ },
    { why: "ids and all", args: ["dead", "discard", "1", "--all"], code: 2, says: /which_letters/ },
    { why: "a group with ids", args: ["dead", "replay", "1", "-g", "g"], code: 2, says: /group_without_all/ },
    { why: "a limit that is none", args: ["dead", "list", "-n", "many"], code: 2, says: /invalid_number/ },
  ])("says what to do about $why", async ({ args, code, says }) => {
    const ended = await runCli(["events", ...args], { cwd: folder });
    expect(ended.code).toBe(code);
    expect(ended.stderr).toMatch(says);
  });

  it("reads the Redis from the environment", async () => {
    const env = { EMEND_REDIS_URL: "redis://127.0.0.1:1" };
    const { code, stderr } = await runCli(["events", "dead", "list"], { cwd: folder, env });
    expect(code).toBe(3);
    expect(stderr).toContain("127.0.0.1:1");
  });
});
