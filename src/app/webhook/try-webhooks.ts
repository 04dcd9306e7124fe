import {
  type WebhookEndpoint,
  type WebhookSettings,
  signWebhook,
} from "../../core/webhook/webhook-settings.ts";
import type { WebhookReply, WebhookSender } from "../../ports/webhook.ts";
import { ExternalError } from "../../ports/errors.ts";
import { WEBHOOK_TIMEOUT_MS } from "./deliver-to-endpoint.ts";

/** Sends a signed message of type `emend.test` to one endpoint, once; answers what came back. */
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

/** What came of one test. */
export interface TriedWebhook {
  /** Without what may be a secret. */
  readonly endpoint: string;
  readonly ok: boolean;
  readonly status?: number;
  readonly problem?: string;
}

/** Sends a signed test to every endpoint at once, and says of each what came back. */
export const tryWebhooks = (parts: Parameters<typeof sendTestWebhook>[0]) => {
  const send = sendTestWebhook(parts);
  return (endpoints: readonly WebhookEndpoint[]): Promise<readonly TriedWebhook[]> =>
    Promise.all(endpoints.map((endpoint) => told(endpoint.shown, () => send(endpoint))));
};

async function told(endpoint: string, send: () => Promise<WebhookReply>): Promise<TriedWebhook> {
  try {
    const { status } = await send();
    return { endpoint, ok: status >= 200 && status <= 299, status };
  } catch (error) {
    if (error instanceof ExternalError)
      return { endpoint, ok: false, problem: `${error.message} [${error.code}]` };
    throw error;
  }
}
