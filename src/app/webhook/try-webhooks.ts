import {
  type WebhookEndpoint,
  type WebhookSettings,
  signWebhook,
} from "../../core/webhook/webhook-settings.ts";
import type { WebhookReply, WebhookSender } from "../../ports/webhook.ts";
import { ExternalError } from "../../ports/errors.ts";
import { WEBHOOK_TIMEOUT_MS } from "./deliver-to-endpoint.ts";

/** Sends one signed `emend.test` message to an endpoint. */
const sendTestWebhook =
  ({
    sender,
    settings,
    now,
    randomId,
  }: {
    readonly sender: WebhookSender;
    readonly settings: Pick<WebhookSettings, "macs">;
    readonly now: () => Date;
    /** Unique hex digits. */
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

export interface TriedWebhook {
  /** Without parts that may be secret. */
  readonly endpoint: string;
  readonly ok: boolean;
  readonly status?: number;
  readonly problem?: string;
}

/** Sends a signed test to every endpoint concurrently. */
export const tryWebhooks = (parts: Parameters<typeof sendTestWebhook>[0]) => {
  const send = sendTestWebhook(parts);
  return (endpoints: readonly WebhookEndpoint[]): Promise<readonly TriedWebhook[]> =>
    Promise.all(endpoints.map((endpoint) => tryEndpoint(endpoint.shown, () => send(endpoint))));
};

async function tryEndpoint(endpoint: string, send: () => Promise<WebhookReply>): Promise<TriedWebhook> {
  try {
    const { status } = await send();
    return { endpoint, ok: status >= 200 && status <= 299, status };
  } catch (error) {
    if (error instanceof ExternalError)
      return { endpoint, ok: false, problem: `${error.message} [${error.code}]` };
    throw error;
  }
}
