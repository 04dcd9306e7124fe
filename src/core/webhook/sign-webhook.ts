import type { Mac } from "../github/verify-signature.ts";
import { encodeBase64 } from "./webhook-secrets.ts";
import type { WebhookMessage } from "./webhook-message.ts";

/** What is posted: the body to the letter, since it is what was signed. */
export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * A message as Standard Webhooks 1.0 writes it, with one signature for each secret in force. `now` is when it is sent,
 * so that an old message played back is known as one.
 */
export function signWebhook(message: WebhookMessage, macs: readonly Mac[], now: Date): SignedWebhook {
  const { id, type, timestamp, data } = message;
  const body = JSON.stringify({ type, timestamp, data });
  const seconds = Math.floor(now.getTime() / 1_000);
  const signed = new TextEncoder().encode(`${id}.${seconds}.${body}`);
  return {
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": macs.map((mac) => `v1,${encodeBase64(mac(signed))}`).join(" "),
    },
    body,
  };
}
