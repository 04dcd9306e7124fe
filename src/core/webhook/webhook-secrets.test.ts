import * as fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { encodeBase64, parseWebhookSecrets, webhookSecret } from "./webhook-secrets.ts";

const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (at * 37) % 256);
const SECRET = webhookSecret(bytes(32));

describe("parseWebhookSecrets", () => {
  it("reads one, and several in rotation", () => {
    expect(parseWebhookSecrets(SECRET)).toEqual({ ok: true, value: [bytes(32)] });
    const two = parseWebhookSecrets(`  ${SECRET}\n ${webhookSecret(bytes(24))} `);
    expect(two).toEqual({ ok: true, value: [bytes(32), bytes(24)] });
  });

  it.each([
    { text: undefined, code: "webhook_secret_missing", why: "none" },
    { text: " ", code: "webhook_secret_missing", why: "blanks" },
    { text: encodeBase64(bytes(32)), code: "invalid_webhook_secret", why: "no prefix" },
    { text: webhookSecret(bytes(23)), code: "invalid_webhook_secret", why: "too few bytes to be safe" },
    { text: webhookSecret(bytes(65)), code: "invalid_webhook_secret", why: "more bytes than receivers take" },
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
