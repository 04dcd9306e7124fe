import { signWebhook } from "../../core/webhook/sign-webhook.ts";
import type { WebhookEndpoint, WebhookSettings } from "../../core/webhook/webhook-settings.ts";
import type { WebhookReply, WebhookSender } from "../../ports/webhook-sender.ts";
import { WEBHOOK_TIMEOUT_MS } from "./tell-endpoint.ts";

/** Sends a signed message of type `emend.test` to one endpoint, once; answers what came back. */
export const sendTestWebhook =
  ({
    sender,
    settings,
    now,
    randomId,
  }: {
    readonly sender: WebhookSender;
    readonly settings: Pick<WebhookSettings, "macs">;
    readonly now: () => Date;
    /** Hex digits, unlike any given before. */
    readonly randomId: () => string;
  }) =>
  ({ url }: WebhookEndpoint): Promise<WebhookReply> => {
    const time = now();
    const message = {
      id: `msg_${randomId()}`,
      type: "emend.test",
      timestamp: time.toISOString(),
      data: { message: "Emend can reach this endpoint." },
    } as const;
    return sender.send({ url, ...signWebhook(message, settings.macs, time), timeoutMs: WEBHOOK_TIMEOUT_MS });
  };
