import { createHmac } from "node:crypto";
import * as fc from "fast-check";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import type { Mac } from "../github/verify-signature.ts";
import { signWebhook } from "./sign-webhook.ts";
import { messageId, type WebhookMessage } from "./webhook-message.ts";
import { webhookSecret } from "./webhook-secrets.ts";

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
