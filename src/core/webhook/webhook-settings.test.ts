import * as fc from "fast-check";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import {
  encodeBase64,
  parseWebhookSecrets,
  webhookSecret,
  readWebhookSettings,
  signWebhook,
} from "./webhook-settings.ts";
import { createHash, createHmac } from "node:crypto";
import type { Mac } from "../github/verify-signature.ts";
import { messageId, type WebhookMessage } from "./webhook-message.ts";

const someBytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (at * 37) % 256);
const SECRET = webhookSecret(someBytes(32));

describe("parseWebhookSecrets", () => {
  it("reads one, and several in rotation", () => {
    expect(parseWebhookSecrets(SECRET)).toEqual({ ok: true, value: [someBytes(32)] });
    const two = parseWebhookSecrets(`  ${SECRET}\n ${webhookSecret(someBytes(24))} `);
    expect(two).toEqual({ ok: true, value: [someBytes(32), someBytes(24)] });
  });

  it.each([
    { text: undefined, code: "webhook_secret_missing", why: "none" },
    { text: " ", code: "webhook_secret_missing", why: "blanks" },
    { text: encodeBase64(someBytes(32)), code: "invalid_webhook_secret", why: "no prefix" },
    { text: webhookSecret(someBytes(23)), code: "invalid_webhook_secret", why: "too few bytes to be safe" },
    {
      text: webhookSecret(someBytes(65)),
      code: "invalid_webhook_secret",
      why: "more bytes than receivers take",
    },
    { text: "whsec_???", code: "invalid_webhook_secret", why: "no base64" },
    { text: "whsec_", code: "invalid_webhook_secret", why: "nothing after the prefix" },
    { text: `whsec_${"A".repeat(41)}`, code: "invalid_webhook_secret", why: "base64 that breaks off" },
    { text: `${SECRET} whsec_short`, code: "invalid_webhook_secret", why: "one of two" },
    { text: `${SECRET} `.repeat(9), code: "invalid_webhook_secret", why: "too many" },
  ])("refuses $why", ({ text, code }) => {
    const read = parseWebhookSecrets(text);
    expect(read).toMatchObject({ ok: false, error: { code } });
    expect(JSON.stringify(read)).not.toContain(SECRET.slice(6));
  });

  it("makes secrets that it reads and that receivers take", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 24, maxLength: 64 }), (secret) => {
        const text = webhookSecret(secret);
        expect(() => new Webhook(text)).not.toThrow();
        expect(parseWebhookSecrets(text)).toEqual({ ok: true, value: [Uint8Array.from(secret)] });
      }),
    );
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect([true, false]).toContain(parseWebhookSecrets(`whsec_${text}`).ok);
      }),
      { numRuns: 50 },
    );
  });
});

const crypto = {
  createMac: (secret: Uint8Array) => (bytes: Uint8Array) =>
    createHmac("sha256", secret).update(bytes).digest(),
  hash: (text: string) => createHash("sha256").update(text).digest("hex"),
};
const someSecret = webhookSecret(Buffer.alloc(32, 7));
const URLS = ["https://chat.example/hooks/T1/secret", "http://10.0.0.7:8080"];

describe("readWebhookSettings", () => {
  it("knows each endpoint by a group of its own, and shows none of the path", () => {
    const read = readWebhookSettings({ urls: [...URLS, URLS[0]!], secret: someSecret }, crypto);
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

  it("needs no secret without endpoints", () => {
    expect(readWebhookSettings({}, crypto)).toMatchObject({ ok: true, value: { endpoints: [] } });
  });

  it("tells what was asked for alone", () => {
    const read = readWebhookSettings({ events: ["submission.waiting"] }, crypto);
    expect(read.ok && [...read.value.types]).toEqual(["submission.waiting"]);
  });

  it.each([
    { given: { urls: URLS }, code: "webhook_secret_missing", why: "nobody could tell who writes" },
    {
      given: { urls: ["ftp://a/b"], secret: someSecret },
      code: "invalid_webhook_url",
      why: "another protocol",
    },
    { given: { urls: ["chat.example"], secret: someSecret }, code: "invalid_webhook_url", why: "no address" },
    { given: { urls: ["http://"], secret: someSecret }, code: "invalid_webhook_url", why: "no host" },
    {
      given: { urls: [`http://a/${"x".repeat(3_000)}`], secret: someSecret },
      code: "invalid_webhook_url",
      why: "too long",
    },
    {
      given: { urls: Array.from({ length: 21 }, (_, n) => `http://a/${n}`), secret: someSecret },
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

const macOf =
  (secret: Uint8Array): Mac =>
  (bytes) =>
    createHmac("sha256", secret).update(bytes).digest();
const secretArbitrary = fc.uint8Array({ minLength: 24, maxLength: 64 });
const MESSAGE: WebhookMessage = {
  id: "msg_1",
  type: "alert.raised",
  timestamp: "2026-03-10T11:42:00.000Z",
  data: { agent: "rio" },
};

describe("signWebhook", () => {
  it("signs id, time and body with every secret in force", () => {
    const signed = signWebhook(
      MESSAGE,
      [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map(macOf),
      new Date(1_773_142_920_999),
    );
    expect(signed).toMatchInlineSnapshot(`
      {
        "body": "{"type":"alert.raised","timestamp":"2026-03-10T11:42:00.000Z","data":{"agent":"rio"}}",
        "headers": {
          "content-type": "application/json",
          "webhook-id": "msg_1",
          "webhook-signature": "v1,trNt6ZsdxM5BbLasT9NHvLSv5dN5DEimpT7GNBInWw4= v1,E3wn2Z+v0O1Yv0iRZY1gbt1GsS37IyP8QWmFteRFp30=",
          "webhook-timestamp": "1773142920",
        },
      }
    `);
  });

  it("makes signatures that the receivers' own library verifies, for any payload", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()),
        fc.array(secretArbitrary, { minLength: 1, maxLength: 3 }),
        (data, secrets) => {
          const { headers, body } = signWebhook({ ...MESSAGE, data }, secrets.map(macOf), new Date());
          for (const secret of secrets) {
            const read = new Webhook(webhookSecret(secret)).verify(body, headers);
            expect(read).toEqual(JSON.parse(body));
            expect(() => new Webhook(webhookSecret(secret)).verify(`${body} `, headers)).toThrow(
              WebhookVerificationError,
            );
          }
        },
      ),
    );
  });
});

describe("messageId", () => {
  it("is the same for the same event, fits a header and has no dot", () => {
    const digest = (text: string): string => createHmac("sha256", "x").update(text).digest("hex");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (id) => {
        expect(messageId(id, digest)).toMatch(/^msg_[0-9a-f]{32}$/);
        expect(messageId(id, digest)).toBe(messageId(id, digest));
      }),
    );
  });
});
