import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decideAndSave } from "../../../test/contract/decide-and-save.ts";
import { until } from "../../../test/contract/make-event.ts";
import { openSqlDatabase } from "../../../test/open-sql-database.ts";
import { startWebhookServer, TEST_SECRET, type WebhookServer } from "../../../test/webhook-server.ts";
import type { EmendEvent } from "../../core/event/emend-event.ts";
import { repeatedTag } from "../../../test/examples/example-alert.ts";
import { followAlerts } from "../../core/pattern/follow-alerts.ts";
import { approve, EXAMPLE_ID, person, proposing } from "../../../test/examples/example-rule.ts";
import {
  webhookSecret,
  readWebhookSettings,
  type WebhookSettings,
} from "../../core/webhook/webhook-settings.ts";
import { createHmacSha256 } from "../../drivers/crypto/hmac-sha256.ts";
import { sha256 } from "../../drivers/crypto/sha256.ts";
import { createSqlAlertStore } from "../../drivers/sql/alert/sql-alert-store.ts";
import { createSqlIterationStore } from "../../drivers/sql/iteration/sql-iteration-store.ts";
import { createSqlEvaluationStore } from "../../drivers/sql/evaluation/sql-evaluation-store.ts";
import { createSqlEventLog } from "../../drivers/sql/event/sql-event-log.ts";
import { createSqlOutbox } from "../../drivers/sql/event/sql-outbox.ts";
import { createSqlFeedbackStore } from "../../drivers/sql/feedback/sql-feedback-store.ts";
import { createSqlRuleStore } from "../../drivers/sql/rule/sql-rule-store.ts";
import type { SqlDatabase } from "../../drivers/sql/sql-database.ts";
import { createSqlWebhookEndpoints } from "../../drivers/sql/webhook/sql-webhook-endpoints.ts";
import { createHttpSender } from "../../drivers/webhook/http-sender.ts";
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

function settingsOf(
  urls: readonly string[],
  secret = TEST_SECRET,
  events?: readonly string[],
): WebhookSettings {
  const settings = readWebhookSettings(
    { urls, secret, ...(events === undefined ? {} : { events }) },
    { createMac: createHmacSha256, hash: sha256 },
  );
  if (!settings.ok) throw new Error(settings.error.message);
  return settings.value;
}

/** Starts what a worker does for webhooks; pauses are noted and not waited for. */
function startDelivery(
  urls: readonly string[],
  { secret = TEST_SECRET, events }: { secret?: string; events?: readonly string[] } = {},
) {
  const settings = settingsOf(urls, secret, events);
  const log = createSqlEventLog(database, { retry: { baseMs: 1, capMs: 2, attempts: 5 }, pollMs: 5 });
  const rules = createSqlRuleStore(database);
  const alerts = createSqlAlertStore(database);
  const evaluations = createSqlEvaluationStore(database);
  const feedback = createSqlFeedbackStore(database);
  const outbox = createSqlOutbox(database);
  const endpoints = createSqlWebhookEndpoints(database);
  const stopping = new AbortController();
  const pauses: number[] = [];
  const faults: string[] = [];
  const sent: string[] = [];
  const delivering = deliverWebhooks({
    events: log,
    outbox,
    endpoints,
    rules,
    alerts,
    iterations: createSqlIterationStore(database),
    evaluations,
    feedback,
    sender: createHttpSender({ userAgent: "emend/test" }),
    settings,
    publicUrl: "https://emend.example",
    hash: sha256,
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
    groups: settings.endpoints.map(({ group }) => group),
    endpoints,
    ready: () =>
      until("endpoints are noted", async () => {
        const known = await endpoints.keep([]);
        return settings.endpoints.every(({ group }) => known.has(group));
      }),
    relay: () => outbox.relay(1_000, (batch) => log.publish(batch)),
    idle: async () => {
      for (const { group } of settings.endpoints) {
        await until(`${group} has read everything`, async () => {
          const { waiting, pending } = await log.backlog(group);
          return waiting + pending === 0;
        });
      }
    },
  };
}

type Delivery = ReturnType<typeof startDelivery>;

async function raiseAlert(delivery: Delivery, agent = "rio"): Promise<string> {
  const id = await raiseUntold(delivery, agent);
  await delivery.relay();
  return id;
}

/** It waits in the outbox. */
async function raiseUntold({ alerts }: Pick<Delivery, "alerts">, agent: string): Promise<string> {
  const alert = repeatedTag({ agent });
  const known = await alerts.findAll([alert.id]);
  for (const change of followAlerts(known, [alert], new Date().toISOString())) await alerts.save(change);
  return alert.id;
}

const agentsOf = ({ received }: WebhookServer) => received.map(({ read }) => read.data["agent"]);

const waitingEvent = (id: string, time: string): EmendEvent => ({
  specversion: "1.0",
  id: `submission.changed:${id}:1`,
  source: "/emend",
  type: "emend.submission.changed",
  time,
  subject: id,
  datacontenttype: "application/json",
  data: { id, agent: "rio", gate: "HITL-1", status: "waiting", revision: 1 },
});

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
    const delivery = startDelivery([first.url, second.url]);
    await delivery.ready();
    await raiseAlert(delivery, "b");
    await delivery.idle();
    expect(agentsOf(first)).toEqual(["a", "b"]);
    expect(agentsOf(second)).toEqual(["b"]);
  });

  it("counts as past what still waited to be published when an endpoint began", async () => {
    await raiseUntold({ alerts: createSqlAlertStore(database) }, "a");
    const server = await startServer();
    const delivery = startDelivery([server.url]);
    await delivery.ready();
    await raiseAlert(delivery, "b");
    await delivery.idle();
    expect(agentsOf(server)).toEqual(["b"]);
  });

  it("tells past and present apart by place, whatever the clocks of those who wrote said", async () => {
    const server = await startServer();
    await startDelivery([]).log.publish([waitingEvent("before", "2099-01-01T00:00:00.000Z")]);
    const delivery = startDelivery([server.url], { events: ["submission.waiting"] });
    await delivery.ready();
    await delivery.log.publish([waitingEvent("after", "2001-01-01T00:00:00.000Z")]);
    await delivery.idle();
    expect(server.received.map(({ read }) => read.data["submission_id"])).toEqual(["after"]);
  });

  it.each<{ why: string; kept: string; told: readonly string[] }>([
    {
      why: "one that an earlier version kept by a time is told all that its group has not read",
      kept: "2026-03-10T12:00:00.000Z",
      told: ["a", "b"],
    },
    { why: "one whose place is of another log begins anew", kept: "1773142920000-3", told: ["b"] },
  ])("$why", async ({ kept, told }) => {
    const server = await startServer();
    const unset = startDelivery([]);
    await raiseAlert(unset, "a");
    const [group = ""] = settingsOf([server.url]).endpoints.map((endpoint) => endpoint.group);
    await unset.endpoints.begin(group, kept);
    const delivery = startDelivery([server.url]);
    await until("it has begun", async () => (await delivery.log.groups()).includes(group));
    await raiseAlert(delivery, "b");
    await delivery.idle();
    expect(agentsOf(server)).toEqual(told);
  });

  it("forgets how far an endpoint had read that is known no more, and no other reader", async () => {
    const server = await startServer();
    const before = startDelivery([server.url]);
    await before.ready();
    const other = before.log.consume({ group: "billing", consumer: "c", handle: async () => {} });
    await raiseAlert(before, "a");
    await before.idle();
    await until("both read", async () => (await before.log.groups()).length === 2);
    await other.stop();
    await before.stop();
    await database.run(() => database.db.deleteFrom("webhook_endpoint").execute());
    const delivery = startDelivery([]);
    await until("it is forgotten", async () => (await delivery.log.groups()).length === 1);
    expect(await delivery.log.groups()).toEqual(["billing"]);
  });

  it("tells what was asked for alone", async () => {
    const server = await startServer();
    const delivery = startDelivery([server.url], { events: ["rule.retired", "submission.waiting"] });
    await delivery.ready();
    await raiseAlert(delivery);
    await delivery.log.publish([waitingEvent("s-1", new Date().toISOString())]);
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

  it("ends at once if there is no endpoint", async () => {
    const delivery = startDelivery([]);
    await delivery.stop();
    expect(delivery.groups).toEqual([]);
  });
});
