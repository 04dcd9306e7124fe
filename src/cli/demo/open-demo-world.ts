import { createHmac } from "node:crypto";
import { PassThrough } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { deliverWebhooks } from "../../app/webhook/deliver-webhooks.ts";
import { learnOnce } from "../../app/evaluation/learn-once.ts";
import { tellAlerts } from "../../app/pattern/tell-alerts.ts";
import { readWebhookSettings } from "../../core/webhook/webhook-settings.ts";
import type { Ask, DemoAnswer, DemoWorld } from "../../demo/demo-world.ts";
import type { Store } from "../../ports/store.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { loadConfig } from "../open/config-of.ts";
import type { DemoEndpoint } from "./demo-endpoint.ts";
import { type DemoFolder, demoIo } from "./demo-folder.ts";
import { openLearning } from "../open/open-learning.ts";
import { type Begun, runServe } from "../serve/run-serve.ts";
import { VERSION } from "../version.ts";

export interface OpenedWorld {
  readonly world: DemoWorld;
  /** The first administrator's token. */
  readonly adminToken: string;
  readonly close: () => Promise<void>;
}

const SETTLE_MS = 2;

/**
 * A real server on a port of this machine, over a store whose clock stands still until it is moved. What the server does by
 * itself in the background is done when a round is asked for, by the same use cases.
 */
export async function openDemoWorld(
  given: CliIo,
  at: DemoFolder,
  {
    begin,
    secret,
    endpoint,
  }: { readonly begin: Date; readonly secret: string; readonly endpoint: DemoEndpoint },
): Promise<OpenedWorld> {
  let clock = begin.getTime();
  const now = (): Date => new Date(clock);
  const silence = new PassThrough().resume();
  const base = demoIo(given, at);
  const env = {
    ...base.env,
    EMEND_SERVER_REQUESTS_PER_MINUTE: "0",
    EMEND_SERVER_RECORDS_PER_MINUTE: "0",
    EMEND_SERVER_PROPOSALS_PER_HOUR: "0",
    EMEND_SERVER_LOG_LEVEL: "silent",
  };
  const io: CliIo = { ...base, env, stdout: silence, stderr: silence, now };
  const { config } = await loadConfig(io);
  const { compose } = await import("../../compose.ts");
  const emend = compose(io);
  const store = await emend.openStore({ file: at.store, now, durable: false });
  const { stop, begun } = await serve(io, store);
  const learning = await openLearning(io, store, config.rules);
  const { outbox, events } = store;
  const learn = learnOnce({
    outbox,
    events,
    evaluate: learning.evaluate,
    reconsider: learning.reconsider,
    wait: () => setTimeout(SETTLE_MS),
  });
  const alerts = tellAlerts({
    feedback: store.feedback,
    alerts: store.alerts,
    now,
    thresholds: config.alerts,
  });
  const { sender, ...crypto } = await emend.openWebhooks({ userAgent: `emend/${VERSION}` });
  const settings = readWebhookSettings(config.webhooks, crypto);
  if (!settings.ok) throw usageError(settings.error.code, settings.error.message);
  let telling: { readonly stop: () => Promise<void> } | undefined;

  const world: DemoWorld = {
    setNow: (time) => (clock = Math.max(clock, time)),
    as: (token) => askAs(`${begun.url}/api/v1`, token),
    github: (event, delivery, payload) => deliver(begun.url, secret, { event, delivery, payload }),
    round: async ({ measure }) => {
      await learn("demo");
      await learning.propose();
      await learning.expire();
      if (measure) await learning.measure();
      await alerts();
      await relay();
      if (telling !== undefined) await told();
    },
    setEndpoint: endpoint.setThere,
    tellEndpoint: async () => {
      await telling?.stop();
      const stopping = new AbortController();
      const ended = deliverWebhooks({
        events: store.events,
        outbox,
        endpoints: store.webhookEndpoints,
        rules: store.rules,
        alerts: store.alerts,
        iterations: store.iterations,
        evaluations: store.evaluations,
        feedback: store.feedback,
        sender,
        settings: settings.value,
        digest: crypto.digest,
        consumer: "demo",
        random: Math.random,
        now,
        wait: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
      })(stopping.signal);
      telling = {
        stop: async () => {
          stopping.abort();
          await ended;
        },
      };
      await told();
    },
  };
  return {
    world,
    adminToken: begun.first!.text,
    close: async () => {
      await telling?.stop();
      await stop();
    },
  };

  async function relay(): Promise<void> {
    while ((await store.outbox.relay(500, (batch) => store.events.publish(batch))) > 0);
  }

  /** The clock stands still until the endpoint knows everything, or it was given up. */
  async function told(): Promise<void> {
    for (const { group } of settings.ok ? settings.value.endpoints : []) {
      for (;;) {
        const { waiting, pending } = await store.events.backlog(group);
        if (waiting + pending === 0) break;
        await setTimeout(SETTLE_MS);
      }
    }
  }
}

async function serve(
  io: CliIo,
  store: Store,
): Promise<{ readonly begun: Begun; readonly stop: () => Promise<void> }> {
  const { promise: begins, resolve } = Promise.withResolvers<Begun>();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const ports = {
    openStore: async () => store,
    openEvents: async () => ({ ...store.events, write: async () => {} }),
    onStop: (end: () => void) => {
      void stopped.then(end);
      return () => undefined;
    },
  };
  const options = { host: "127.0.0.1", port: "0", role: "server" };
  const served = runServe(options, { io, finish: () => undefined }, ports, async (begun) => resolve(begun));
  const begun = await Promise.race([
    begins,
    served.then(() => Promise.reject(new Error("the server ended"))),
  ]);
  return {
    begun,
    stop: async () => {
      stop();
      await served;
    },
  };
}

const askAs =
  (base: string, token: string): Ask =>
  async (method, path, body) =>
    answerOf(
      await fetch(`${base}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
      }),
    );

async function deliver(
  url: string,
  secret: string,
  given: { readonly event: string; readonly delivery: string; readonly payload: unknown },
): Promise<DemoAnswer> {
  const body = JSON.stringify(given.payload);
  const response = await fetch(`${url}/webhooks/github`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-github-event": given.event,
      "x-github-delivery": given.delivery,
      "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    },
    body,
  });
  return answerOf(response);
}

async function answerOf(response: Response): Promise<DemoAnswer> {
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : (JSON.parse(text) as unknown) };
}
