import type { WebhookEndpoint } from "../../core/webhook/webhook-settings.ts";
import type { WebhookReply } from "../../ports/webhook-sender.ts";
import { WorldError } from "../../ports/world-error.ts";
import { sendTestWebhook } from "./send-test-webhook.ts";

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
    if (error instanceof WorldError)
      return { endpoint, ok: false, problem: `${error.message} [${error.code}]` };
    throw error;
  }
}
