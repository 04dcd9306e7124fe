import { createHmac } from "node:crypto";
import { PassThrough } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { publishAlerts } from "../../app/pattern/publish-alerts.ts";
import type { ApiClient, DemoAnswer, DemoWorld } from "../../demo/demo-world.ts";
import type { Store } from "../../ports/store.ts";
import { deliver } from "../../worker/notify.ts";
import type { CliIo } from "../cli-io.ts";
import { loadConfig } from "../open/config-of.ts";
import type { DemoEndpoint } from "./demo-endpoint.ts";
import { type DemoFolder, demoIo } from "./demo-folder.ts";
import { openWebhooks } from "../open/open-webhooks.ts";
import { type StartedServer, serveUntilStopped } from "../serve/run-serve.ts";
import { driversOf } from "../open/drivers-of.ts";

export interface OpenedWorld {
  readonly world: DemoWorld;
  /** The first administrator's token. */
  readonly adminToken: string;
  readonly close: () => Promise<void>;
}

const SETTLE_MS = 2;

/**
 * A real server on a local port, over a store whose clock only moves when the story moves it. Background work runs when a
 * round is requested, with the same use cases.
 */
export async function openDemoWorld(
  processIo: CliIo,
  at: DemoFolder,
  {
    startAt,
    secret,
    endpoint,
  }: { readonly startAt: Date; readonly secret: string; readonly endpoint: DemoEndpoint },
): Promise<OpenedWorld> {
  let clock = startAt.getTime();
  const now = (): Date => new Date(clock);
  const discard = new PassThrough().resume();
  const base = demoIo(processIo, at);
  const env = {
    ...base.env,
    EMEND_SERVER_REQUESTS_PER_MINUTE: "0",
    EMEND_SERVER_RECORDS_PER_MINUTE: "0",
    EMEND_SERVER_PROPOSALS_PER_HOUR: "0",
    EMEND_SERVER_LOG_LEVEL: "silent",
    // The story is sent to this server, whose public address may not be reachable yet.
    EMEND_SERVER_PUBLIC_URL: undefined,
  };
  const io: CliIo = { ...base, env, stdout: discard, stderr: discard, now };
  const { config } = await loadConfig(io);
  const { openStore } = await driversOf(io);
  const store = await openStore({ file: at.store, now, durable: false });
  const { stop, started } = await serve(io, store);
  const { emend } = started;
  const { feedback, rules, trials } = emend;
  const alerts = publishAlerts({ ...store, now, thresholds: config.alerts });
  const webhooks = await openWebhooks(config.webhooks);

  let notifying: { readonly stop: () => Promise<void> } | undefined;

  const world: DemoWorld = {
    setNow: (time) => (clock = Math.max(clock, time)),
    as: (token) => askAs(`${started.url}/api/v1`, token),
    github: (event, delivery, payload) => deliverToGithub(started.url, secret, { event, delivery, payload }),
    round: async ({ measure }) => {
      await feedback.learn({ pollMs: SETTLE_MS });
      await rules.proposeRecurring();
      await rules.expire();
      if (measure) await rules.measure({ flag: true });
      await trials.tend();
      await alerts();
      await relay();
      if (notifying !== undefined) await delivered();
    },
    setEndpointUp: endpoint.setAvailable,
    startDelivery: async () => {
      await notifying?.stop();
      const stopping = new AbortController();
      const ended = deliver(
        { emend, webhooks, consumer: "demo", now, onFault: () => undefined },
        stopping.signal,
      );
      notifying = {
        stop: async () => {
          stopping.abort();
          await ended;
        },
      };
      await delivered();
    },
  };
  return {
    world,
    adminToken: started.first!.text,
    close: async () => {
      await notifying?.stop();
      await stop();
    },
  };

  async function relay(): Promise<void> {
    while ((await store.outbox.relay(500, (batch) => store.events.publish(batch))) > 0);
  }

  /** Waits until every event is delivered to the endpoint or given up. */
  async function delivered(): Promise<void> {
    for (const { group } of webhooks.settings.endpoints) {
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
): Promise<{ readonly started: StartedServer; readonly stop: () => Promise<void> }> {
  const { promise: whenStarted, resolve } = Promise.withResolvers<StartedServer>();
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
  const served = serveUntilStopped(options, { io, ports, finish: () => undefined }, async (started) =>
    resolve(started),
  );
  const started = await Promise.race([
    whenStarted,
    served.then(() => Promise.reject(new Error("the server ended"))),
  ]);
  return {
    started,
    stop: async () => {
      stop();
      await served;
    },
  };
}

const askAs =
  (base: string, token: string): ApiClient =>
  async (method, path, body) =>
    answerOf(
      await fetch(`${base}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
      }),
    );

async function deliverToGithub(
  url: string,
  secret: string,
  webhook: { readonly event: string; readonly delivery: string; readonly payload: unknown },
): Promise<DemoAnswer> {
  const body = JSON.stringify(webhook.payload);
  const response = await fetch(`${url}/webhooks/github`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-github-event": webhook.event,
      "x-github-delivery": webhook.delivery,
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
