import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { webhookSecret } from "./webhook-secrets.ts";
import { readWebhookSettings } from "./webhook-settings.ts";

const crypto = {
  createMac: (secret: Uint8Array) => (bytes: Uint8Array) =>
    createHmac("sha256", secret).update(bytes).digest(),
  hash: (text: string) => createHash("sha256").update(text).digest("hex"),
};
const secret = webhookSecret(Buffer.alloc(32, 7));
const URLS = ["https://chat.example/hooks/T1/secret", "http://10.0.0.7:8080"];

describe("readWebhookSettings", () => {
  it("knows each endpoint by a group of its own, and shows none of the path", () => {
    const read = readWebhookSettings({ urls: [...URLS, URLS[0]!], secret }, crypto);
    expect(read).toMatchObject({
      ok: true,
      value: { endpoints: [{ url: URLS[0] }, { url: `${URLS[1]}/` }] },
    });
    if (!read.ok) return;
    const { endpoints, types, macs } = read.value;
    expect(endpoints.map(({ shown }) => shown)).toEqual(["https://chat.example/…", "http://10.0.0.7:8080/…"]);
    expect(new Set(endpoints.map(({ group }) => group)).size).toBe(2);
    for (const { group } of endpoints) expect(group).toMatch(/^emend-webhooks-[0-9a-f]{16}$/);
    expect(macs).toHaveLength(1);
    expect(types.has("alert.raised")).toBe(true);
    expect(types.has("submission.waiting")).toBe(false);
  });

  it("needs no secret where nobody is told", () => {
    expect(readWebhookSettings({}, crypto)).toMatchObject({ ok: true, value: { endpoints: [] } });
  });

  it("tells what was asked for alone", () => {
    const read = readWebhookSettings({ events: ["submission.waiting"] }, crypto);
    expect(read.ok && [...read.value.types]).toEqual(["submission.waiting"]);
  });

  it.each([
    { given: { urls: URLS }, code: "webhook_secret_missing", why: "nobody could tell who writes" },
    { given: { urls: ["ftp://a/b"], secret }, code: "invalid_webhook_url", why: "another protocol" },
    { given: { urls: ["chat.example"], secret }, code: "invalid_webhook_url", why: "no address" },
    { given: { urls: ["http://"], secret }, code: "invalid_webhook_url", why: "no host" },
    {
      given: { urls: [`http://a/${"x".repeat(3_000)}`], secret },
      code: "invalid_webhook_url",
      why: "too long",
    },
    {
      given: { urls: Array.from({ length: 21 }, (_, n) => `http://a/${n}`), secret },
      code: "invalid_webhook_url",
      why: "too many",
    },
    { given: { urls: URLS, secret: "x" }, code: "invalid_webhook_secret", why: "no secret of that form" },
    { given: { events: ["alert"] }, code: "unknown_webhook_event", why: "a type that there is not" },
  ])("refuses $why", ({ given, code }) => {
    const read = readWebhookSettings(given, crypto);
    expect(read).toMatchObject({ ok: false, error: { code } });
    expect(JSON.stringify(read)).not.toContain("T1");
  });
});
