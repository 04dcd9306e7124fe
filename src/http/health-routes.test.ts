import { afterEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../test/contract/make-feedback.ts";
import { type HttpSession, openHttp } from "../../test/http-session.ts";
import { openTestStore } from "../../test/open-test-store.ts";
import { parseExposition } from "../../test/parse-exposition.ts";
import { DEFAULT_RULE_POLICY } from "../core/evaluation/rule-policy.ts";
import type { HttpContext } from "./http-context.ts";
import type { HttpLog } from "./http-log.ts";
import { createHttpMetrics } from "./metrics/create-http-metrics.ts";

let session: HttpSession | undefined;
afterEach(async () => {
  await session?.close();
  session = undefined;
});

async function start(more: Partial<HttpContext> = {}): Promise<HttpSession> {
  const store = more.store ?? (await openTestStore());
  const metrics = createHttpMetrics({
    version: "1.2.3",
    store,
    events: store.events,
    groups: [],
    policy: DEFAULT_RULE_POLICY,
    now: () => new Date().toISOString(),
  });
  return (session = await openHttp({ store, metrics, ...more }));
}

describe("/metrics", () => {
  it("002.7: shows rejections per agent to whoever may read", async () => {
    const { context, as } = await start();
    await context.store.feedback.record([
      makeFeedback(1, { agent: "rio", tags: ["io"], time: context.now() }),
    ]);
    const { status, headers, body } = await as("reviewer").get("/metrics");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(parseExposition(body as string).get("emend_rejections_last_day")?.samples).toEqual([
      { name: "emend_rejections_last_day", labels: { agent: "rio", tag: "io" }, value: 1 },
    ]);
  });

  it.each([
    { why: "nobody in particular", role: undefined, status: 401, code: "login_required" },
    { why: "an agent, who may ask only about itself", role: "agent", status: 403, code: "forbidden" },
  ] as const)("is refused to $why", async ({ role, status, code }) => {
    const { anybody, as } = await start();
    const answered = await (role === undefined ? anybody : as(role)).get("/metrics");
    expect(answered).toMatchObject({ status, body: { code } });
  });

  it("keeps to the limit of requests", async () => {
    const { as } = await start({ limits: { bodyBytes: 1_000, requestsPerMinute: 2 } });
    const reviewer = as("reviewer");
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await reviewer.get("/metrics")).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it("counts requests by route and never by address", async () => {
    const { as, anybody, context } = await start();
    const admin = as("admin");
    await admin.get("rules/no-such-rule");
    await anybody.get("/secret-address");
    await anybody.get("/healthz");
    const { text } = await context.metrics.expose();
    const routes = parseExposition(text)
      .get("emend_http_request_duration_seconds")!
      .samples.filter(({ name }) => name.endsWith("_count"))
      .map(({ labels }) => `${labels["route"]} ${labels["status"]}`);
    expect(routes).toEqual(["getRule 4xx", "other 4xx", "healthz 2xx"]);
    expect(text).not.toMatch(/no-such-rule|secret-address/);
  });

  it("counts who came under a name that is not the server's", async () => {
    const { app, context } = await start({ hosts: ["localhost"] });
    const answered = await app.request("/healthz", { headers: { host: "evil.example" } });
    expect(answered.status).toBe(403);
    expect((await context.metrics.expose()).text).toContain('route="healthz",method="GET",status="4xx"');
  });
});

describe("/healthz", () => {
  it("answers anybody without asking the store", async () => {
    const store = await openTestStore();
    const { anybody } = await start({ store });
    await store.close();
    expect(await anybody.get("/healthz")).toMatchObject({ status: 200, body: { status: "alive" } });
  });
});

describe("/readyz", () => {
  const ready = { server: "ok", store: "ok", events: "ok" };

  it("is ready when the store and the event log answer", async () => {
    const { anybody } = await start();
    expect(await anybody.get("/readyz")).toMatchObject({
      status: 200,
      body: { status: "ready", checks: ready },
    });
  });

  it.each([
    {
      why: "the store fails",
      break: (context: HttpContext) => ({
        store: {
          ...context.store,
          rules: {
            ...context.store.rules,
            find: () => Promise.reject(new Error("postgres://u:hunter22@db")),
          },
        },
      }),
      checks: { ...ready, store: "failed" },
    },
    {
      why: "the event log does not answer",
      break: (context: HttpContext) => ({
        events: { ...context.events, newest: () => new Promise<string>(() => {}) },
      }),
      checks: { ...ready, events: "slow" },
    },
    {
      why: "the server stops",
      break: () => ({ stopping: () => true }),
      checks: { ...ready, server: "stopping" },
    },
  ])("is not when $why, and says no more than which part", async ({ break: broken, checks }) => {
    const { context } = await start();
    const { anybody } = await openHttp({ ...context, ...broken(context) });
    const { status, body } = await anybody.get("/readyz");
    expect({ status, body: body as unknown }).toEqual({ status: 503, body: { status: "not_ready", checks } });
  });

  it("asks a store that hangs once, however many probe", async () => {
    const { context } = await start();
    let asked = 0;
    const newest = (): Promise<string> => {
      asked += 1;
      return new Promise(() => {});
    };
    const { anybody } = await openHttp({ ...context, events: { ...context.events, newest } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => anybody.get("/readyz")));
    expect(answers.every(({ status }) => status === 503)).toBe(true);
    expect(asked).toBe(1);
  });

  it("is no news in the log, ready or not", async () => {
    const levels: string[] = [];
    const at = (level: string) => (): void => void levels.push(level);
    const log: HttpLog = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
    const { anybody } = await start({ log, stopping: () => true });
    await anybody.get("/readyz");
    await anybody.get("/healthz");
    expect(levels).toEqual(["debug", "debug"]);
  });
});
