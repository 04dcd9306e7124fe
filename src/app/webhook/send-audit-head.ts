import type { AuditHead } from "../../core/audit/audit-entry.ts";
import {
  signWebhook,
  type WebhookEndpoint,
  type WebhookSettings,
} from "../../core/webhook/webhook-settings.ts";
import type { WebhookReply, WebhookSender } from "../../ports/webhook-sender.ts";
import { WEBHOOK_TIMEOUT_MS } from "./deliver-to-endpoint.ts";

/** Sends the head of the audit log to one endpoint, signed; receivers that keep it can prove later what the log was. */
export const sendAuditHead =
  ({
    sender,
    settings,
    now,
  }: {
    readonly sender: WebhookSender;
    readonly settings: Pick<WebhookSettings, "macs">;
    readonly now: () => Date;
  }) =>
  ({ url }: WebhookEndpoint, { seq, hash }: AuditHead): Promise<WebhookReply> => {
    const time = now();
    const message = {
      // The same head again is the same message.
      id: `msg_${hash.slice(0, 32)}`,
      type: "emend.audit.head",
      timestamp: time.toISOString(),
      data: { seq, hash },
    } as const;
    return sender.send({ url, ...signWebhook(message, settings.macs, time), timeoutMs: WEBHOOK_TIMEOUT_MS });
  };
