import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decideAndSave } from "../../test/contract/decide-and-save.ts";
import { until } from "../../test/contract/make-event.ts";
import { openSqlDatabase } from "../../test/open-sql-database.ts";
import { startWebhookServer, TEST_SECRET, type WebhookServer } from "../../test/webhook-server.ts";
import { repeatedTag } from "../core/pattern/example-alert.ts";
import { followAlerts } from "../core/pattern/follow-alerts.ts";
import { approve, EXAMPLE_ID, person, proposing } from "../core/rule/example-rule.ts";
import { webhookSecret } from "../core/webhook/webhook-secrets.ts";
import { readWebhookSettings } from "../core/webhook/webhook-settings.ts";
import { createHmacSha256 } from "../drivers/crypto/hmac-sha256.ts";
import { sha256 } from "../drivers/crypto/sha256.ts";
import { createSqlAlertStore } from "../drivers/sql/alert/sql-alert-store.ts";
import { createSqlEventLog } from "../drivers/sql/event/sql-event-log.ts";
import { createSqlOutbox } from "../drivers/sql/event/sql-outbox.ts";
import { createSqlRuleStore } from "../drivers/sql/rule/sql-rule-store.ts";
import type { SqlDatabase } from "../drivers/sql/sql-database.ts";
import { createSqlWebhookEndpoints } from "../drivers/sql/webhook/sql-webhook-endpoints.ts";
import { createHttpSender } from "../drivers/webhook/http-sender.ts";
import { deliverWebhooks } from "./deliver-webhooks.ts";

let database: SqlDatabase;
const cleanUps: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  database = await openSqlDatabase(":memory:");
  cleanUps.push(() => database.close());
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

const startServer = async (
  answer?: (response: ServerResponse, nth: number) => void,
  secret?: string,
): Promise<WebhookServer> => {
  const server = await startWebhookServer(answer, secret);
  cleanUps.push(() => server.stop());
  return server;
};

/** Starts what a worker does for webhooks; pauses are noted and not waited for. */
function startDelivery(
  urls: readonly string[],
  { secret = TEST_SECRET, events }: { secret?: string; events?: readonly string[] } = {},
) {
  const settings = readWebhookSettings(
    { urls, secret, ...(events === undefined ? {} : { events }) },
    { createMac: createHmacSha256, digest: sha256 },
  );
  if (!settings.ok) throw new Error(settings.error.message);
  const log = createSqlEventLog(database, { retry: { baseMs: 1, capMs: 2, attempts: 5 }, pollMs: 5 });
  const rules = createSqlRuleStore(database);
  const alerts = createSqlAlertStore(database);
  const outbox = createSqlOutbox(database);
  const endpoints = createSqlWebhookEndpoints(database);
  const stopping = new AbortController();
  const pauses: number[] = [];
  const faults: string[] = [];
  const sent: string[] = [];
  let kept = 0;
  const delivering = deliverWebhooks({
    events: log,
    endpoints: { keep: (groups) => endpoints.keep(groups).finally(() => (kept += 1)) },
    rules,
    alerts,
    sender: createHttpSender({ userAgent: "emend/test" }),
    settings: settings.value,
    publicUrl: "https://emend.example",
    digest: sha256,
    consumer: "test",
    random: () => 0,
    now: () => new Date(),
    wait: (ms, signal) => {
      // The hourly keeping is the one wait that nothing but the end is to end.
      if (ms === 3_600_000) {
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      }
      pauses.push(ms);
      return Promise.resolve();
    },
    onSent: ({ endpoint, type }) => sent.push(`${endpoint} ${type}`),
    onFault: ({ code }) => faults.push(code),
  })(stopping.signal);
  const stop = async (): Promise<void> => {
    stopping.abort();
    await delivering;
    await log.close();
  };
  cleanUps.push(stop);
  return {
    log,
    rules,
    alerts,
    pauses,
    faults,
    sent,
    stop,
    groups: settings.value.endpoints.map(({ group }) => group),
    ready: () => until("endpoints are noted", () => kept > 0),
    relay: () => outbox.relay(1_000, (batch) => log.publish(batch)),
    idle: async () => {
      for (const { group } of settings.value.endpoints) {
        await until(`${group} has read everything`, async () => {
          const { waiting, pending } = await log.backlog(group);
          return waiting + pending === 0;
        });
      }
    },
  };
}

type Delivery = ReturnType<typeof startDelivery>;

async function raiseAlert({ alerts, relay }: Delivery, agent = "rio"): Promise<string> {
  const alert = repeatedTag({ agent });
  const known = await alerts.findAll([alert.id]);
  for (const change of followAlerts(known, [alert], new Date().toISOString())) await alerts.save(change);
  await relay();
  return alert.id;
}

describe("deliverWebhooks", () => {
  it("tells of alerts, proposals and rules, each in a message of its own", async () => {
    const server = await startServer();
    const delivery = startDelivery([server.url]);
    await delivery.ready();
    const id = await raiseAlert(delivery);
    await decideAndSave(delivery.rules, { command: proposing() });
    await delivery.relay();
    await delivery.idle();
    await decideAndSave(delivery.rules, { command: approve(person("ana")) });
    await decideAndSave(delivery.rules, { command: approve(person("ben")) });
    await delivery.relay();
    await until("all are told", () => server.received.length === 4);
    expect(server.violations).toEqual([]);
    expect(server.received.map(({ read }) => read)).toMatchObject([
      { type: "alert.raised", data: { alert_id: id, agent: "rio", tag: "tests_failing", cleared_at: null } },
      {
        type: "proposal.created",
        data: {
          rule_id: EXAMPLE_ID,
          link: `https://emend.example/proposals/${EXAMPLE_ID}`,
          status: "proposed",
        },
      },
      { type: "proposal.decided", data: { outcome: "approved" } },
      { type: "rule.activated", data: { status: "active", approvals: 2 } },
    ]);
    expect(new Set(server.received.map(({ headers }) => headers["webhook-id"])).size).toBe(4);
    expect(delivery.faults).toEqual([]);
  });

  it("tries again under the same id, and then has told it once", async () => {
    const server = await startServer((response, nth) => void response.writeHead(nth < 3 ? 500 : 200).end());
    const delivery = startDelivery([server.url]);
    await delivery.ready();
    await raiseAlert(delivery);
    await until("it is taken", () => delivery.sent.length === 1);
    await delivery.idle();
    expect(new Set(server.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(server.received).toHaveLength(3);
    expect(delivery.pauses).toEqual([5_000, 25_000]);
  });

  it("waits as long as it is asked to", async () => {
    const server = await startServer((response, nth) =>
      nth === 1
        ? void response.writeHead(429, { "retry-after": "77" }).end()
        : void response.writeHead(200).end(),
    );
    const delivery = startDelivery([server.url]);
    await delivery.ready();
    await raiseAlert(delivery);
    await until("it is taken", () => delivery.sent.length === 1);
    expect(delivery.pauses).toEqual([77_000]);
  });

  it.each([
    { why: "answers 500", answer: (response: ServerResponse) => void response.writeHead(500).end() },
    { why: "closes the connection", answer: (response: ServerResponse) => void response.destroy() },
    {
      why: "answers with a redirect",
      answer: (response: ServerResponse) => void response.writeHead(302, { location: "/" }).end(),
    },
  ])(
    "makes a dead letter of what an endpoint refuses that always $why, and can replay it",
    async ({ answer }) => {
      let mended = false;
      const server = await startServer((response) =>
        mended ? void response.writeHead(200).end() : answer(response),
      );
      const delivery = startDelivery([server.url]);
      await delivery.ready();
      await raiseAlert(delivery);
      await until("it is dead", () => delivery.faults.includes("dead_letter"));
      expect(server.received).toHaveLength(5);
      const { items } = await delivery.log.deadLetters({ limit: 10 });
      expect(items).toMatchObject([{ group: delivery.groups[0], attempts: 5 }]);
      mended = true;
      await delivery.log.replay(items.map(({ id }) => id));
      await until("it is taken", () => delivery.sent.length === 1);
      expect(new Set(server.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    },
  );

  it("tells one that is gone nothing more, and the others everything", async () => {
    const [gone, other] = [
      await startServer((response) => void response.writeHead(410).end()),
      await startServer(),
    ];
    const delivery = startDelivery([gone.url, other.url]);
    await delivery.ready();
    await raiseAlert(delivery, "a");
    await until("it is dead", () => delivery.faults.includes("dead_letter"));
    await raiseAlert(delivery, "b");
    await delivery.idle();
    expect(gone.received).toHaveLength(1);
    expect(other.received).toHaveLength(2);
    expect(delivery.pauses).toEqual([]);
    const { items } = await delivery.log.deadLetters({ limit: 10 });
    expect(items).toMatchObject([{ attempts: 1, reason: expect.stringContaining("410") as string }]);
  });

  it("keeps nobody waiting for one that is slow", async () => {
    const held: ServerResponse[] = [];
    const [slow, other] = [await startServer((response) => void held.push(response)), await startServer()];
    const delivery = startDelivery([slow.url, other.url]);
    await delivery.ready();
    for (const agent of ["a", "b", "c"]) await raiseAlert(delivery, agent);
    await until("the other one has all", () => other.received.length === 3);
    expect(slow.received.length).toBeLessThanOrEqual(1);
    await until("the slow one was asked", () => held.length === 1);
    const answering = setInterval(
      () => held.splice(0).forEach((response) => response.writeHead(200).end()),
      2,
    );
    await until("the slow one has all", () => slow.received.length === 3);
    await delivery.idle();
    clearInterval(answering);
  });

  it("tells a new endpoint nothing of the past, and one that was there all it missed", async () => {
    const [first, second] = [await startServer(), await startServer()];
    const before = startDelivery([first.url]);
    await before.ready();
    await raiseAlert(before, "a");
    await before.idle();
    await before.stop();
    // A time of its own, so that what came before is before.
    const past = Date.now();
    await until("the clock has moved on", () => Date.now() > past);
    const delivery = startDelivery([first.url, second.url]);
    await delivery.ready();
    await raiseAlert(delivery, "b");
    await delivery.idle();
    const agentsOf = ({ received }: WebhookServer) => received.map(({ read }) => read.data["agent"]);
    expect(agentsOf(first)).toEqual(["a", "b"]);
    expect(agentsOf(second)).toEqual(["b"]);
  });

  it("tells what was asked for alone", async () => {
    const server = await startServer();
    const delivery = startDelivery([server.url], { events: ["rule.retired", "submission.waiting"] });
    await delivery.ready();
    await raiseAlert(delivery);
    await delivery.log.publish([
      {
        specversion: "1.0",
        id: "submission.changed:s-1:1",
        source: "/emend",
        type: "emend.submission.changed",
        time: new Date(Date.now() + 1_000).toISOString(),
        subject: "s-1",
        datacontenttype: "application/json",
        data: { id: "s-1", agent: "rio", gate: "HITL-1", status: "waiting", revision: 1 },
      },
    ]);
    await delivery.idle();
    expect(server.received.map(({ read }) => read)).toMatchObject([
      { type: "submission.waiting", data: { submission_id: "s-1", agent: "rio", gate: "HITL-1" } },
    ]);
  });

  it("signs with the old and the new secret while one replaces the other", async () => {
    const other = webhookSecret(Buffer.alloc(32, 99));
    const [old, renewed] = [await startServer(undefined, TEST_SECRET), await startServer(undefined, other)];
    const delivery = startDelivery([old.url, renewed.url], { secret: `${other} ${TEST_SECRET}` });
    await delivery.ready();
    await raiseAlert(delivery);
    await until("both have it", () => delivery.sent.length === 2);
    expect([...old.violations, ...renewed.violations]).toEqual([]);
    expect(old.received[0]!.headers["webhook-signature"]!.split(" ")).toHaveLength(2);
  });

  it("ends at once where nobody is to be told", async () => {
    const delivery = startDelivery([]);
    await delivery.stop();
    expect(delivery.groups).toEqual([]);
  });
});
