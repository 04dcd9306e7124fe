import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HttpSession, openHttp } from "../../../test/http-session.ts";
import { startWebhookServer, TEST_SECRET, type WebhookServer } from "../../../test/webhook-server.ts";
import { openWebhooks } from "../../cli/open/open-webhooks.ts";
import { webhookTest } from "../../cli/serve/run-serve.ts";
import { showSetting } from "../../cli/config/show-setting.ts";
import { readConfig } from "../../config/read-config.ts";

const SECRETS = {
  EMEND_GITHUB_WEBHOOK_SECRET: "never-shown-hook",
  EMEND_WEBHOOKS_SECRET: TEST_SECRET,
  EMEND_LLM_KEY: "never-shown-key",
  EMEND_LLM_URL: "https://ana:never-shown-word@llm.example/v1",
  EMEND_STORE: "postgres://ana:never-shown-word@db.example/emend",
};

let http: HttpSession | undefined;
let server: WebhookServer | undefined;
beforeEach(() => {
  http = undefined;
  server = undefined;
});
afterEach(async () => {
  await http?.close();
  await server?.stop();
});

async function configured(env: Readonly<Record<string, string>>): Promise<HttpSession> {
  const read = await readConfig({ cwd: "/", env });
  if (!read.ok) throw new Error(read.error[0]!.message);
  const webhooks = webhookTest(await openWebhooks(read.value.config.webhooks), () => new Date());
  return openHttp({
    settings: read.value.settings.map(showSetting),
    publicUrl: "https://emend.example",
    ...(webhooks === undefined ? {} : { webhooks }),
  });
}

describe("GET /settings", () => {
  it("shows each value, its default, and where it was set", async () => {
    http = await configured({ EMEND_RULES_APPROVERS: "3" });
    const { status, body } = await http.as("reviewer").get("settings");
    expect(status).toBe(200);
    const of = (key: string) => body.settings.find((each: { key: string }) => each.key === key);
    expect(of("rules.approvers")).toMatchObject({
      value: 3,
      usual: 2,
      is_set: true,
      source: "EMEND_RULES_APPROVERS",
    });
    expect(of("alerts.repeat_count")).toMatchObject({ value: 3, usual: 3, is_set: false });
    expect(body).toMatchObject({
      public_url: "https://emend.example",
      integrations: {
        webhooks: { endpoints: [] },
        github: { address: "https://emend.example/webhooks/github", takes_in: false },
        oidc: null,
        signed_rejections: false,
      },
    });
  });

  it("shows of secrets that they are set, and nothing of them", async () => {
    http = await configured({
      ...SECRETS,
      EMEND_WEBHOOKS_URLS: "https://chat.example/hooks/never-shown-path",
    });
    const { body } = await http.as("admin").get("settings");
    expect(JSON.stringify(body)).not.toContain("never-shown");
    expect(JSON.stringify(body)).not.toContain(TEST_SECRET);
    expect(body.integrations.webhooks.endpoints).toEqual(["https://chat.example/…"]);
    expect(
      body.settings
        .filter((each: { is_set: boolean; is_secret: boolean }) => each.is_set && each.is_secret)
        .map(({ key, value }: { key: string; value: unknown }) => [key, value]),
    ).toEqual([
      ["store", null],
      ["llm.url", null],
      ["llm.key", null],
      ["github.webhook_secret", null],
      ["webhooks.urls", null],
      ["webhooks.secret", null],
    ]);
  });

  it("is not for agents", async () => {
    http = await openHttp();
    expect(await http.as("agent").get("settings")).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
  });
});

describe("POST /settings/webhooks/test", () => {
  it("sends a signed test to each endpoint and tells what came back", async () => {
    server = await startWebhookServer();
    http = await configured({
      EMEND_WEBHOOKS_SECRET: TEST_SECRET,
      EMEND_WEBHOOKS_URLS: `${server.url},http://127.0.0.1:1/gone`,
    });
    const { status, body } = await http.as("admin").post("settings/webhooks/test");
    expect(status).toBe(200);
    expect(body.answers).toMatchObject([
      { endpoint: `${new URL(server.url).origin}/…`, ok: true, status: 204, problem: null },
      { ok: false, status: null, problem: expect.stringContaining("could not be reached") },
    ]);
    expect(server.violations).toEqual([]);
    expect(server.received.map(({ read }) => read.type)).toEqual(["emend.test"]);
    expect((await http.as("reviewer").get("events/backlog")).body.groups.slice(2)).toMatchObject([
      { endpoint: `${new URL(server.url).origin}/…` },
      { endpoint: "http://127.0.0.1:1/…" },
    ]);
  });

  it.each([
    ["admin", 409, "no_webhook_endpoint"],
    ["approver", 403, "forbidden"],
  ] as const)("answers %s with %i where nobody is told anything", async (role, status, code) => {
    http = await openHttp();
    expect(await http.as(role).post("settings/webhooks/test")).toMatchObject({ status, body: { code } });
  });
});
