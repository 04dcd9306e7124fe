import { deliverWebhooks } from "../app/webhook/deliver-webhooks.ts";
import { retryThroughOutage } from "../app/event/retry-through-outage.ts";
import { watchAlerts } from "../app/pattern/publish-alerts.ts";
import type { Emend } from "../compose.ts";
import type { AlertThresholds } from "../core/pattern/alert.ts";
import type { Digest } from "../core/audit/audit-entry.ts";
import type { WebhookSettings } from "../core/webhook/webhook-settings.ts";
import type { WebhookSender } from "../ports/webhook.ts";
import { wait } from "./wait.ts";

/** The endpoints that events are posted to, and what signs and posts them. */
export interface OpenedWebhooks {
  readonly sender: WebhookSender;
  readonly settings: WebhookSettings;
  readonly hash: Digest;
}

export interface NotifyParts {
  readonly emend: Emend;
  readonly webhooks: OpenedWebhooks;
  readonly thresholds: AlertThresholds;
  /** Where people find the web app, for links. */
  readonly publicUrl?: string;
  readonly consumer: string;
  readonly now: () => Date;
  readonly onFault: (fault: { readonly code: string; readonly message: string }) => void;
}

/** Watches for alerts and posts events to endpoints until the signal fires. */
export async function notify(parts: NotifyParts, signal: AbortSignal): Promise<void> {
  const { emend, thresholds, now, onFault } = parts;
  const { feedback, alerts } = emend.store;
  const watching = watchAlerts({ feedback, alerts, now, thresholds, wait, onFault })(signal);
  await Promise.all([watching, deliver(parts, signal)]);
}

/** Posts events to every endpoint until the signal fires; an outage of the store is waited out. */
export function deliver(parts: Omit<NotifyParts, "thresholds">, signal: AbortSignal): Promise<void> {
  const { emend, webhooks, publicUrl, consumer, now, onFault } = parts;
  const { store, events } = emend;
  const patiently = retryThroughOutage({ wait, random: Math.random, signal, onFault }, "telling");
  return deliverWebhooks({
    ...webhooks,
    events,
    outbox: store.outbox,
    endpoints: store.webhookEndpoints,
    rules: { find: (id) => patiently(() => store.rules.find(id)) },
    alerts: { find: (id) => patiently(() => store.alerts.find(id)) },
    iterations: {
      findRound: (key, position) => patiently(() => store.iterations.findRound(key, position)),
    },
    evaluations: { find: (id) => patiently(() => store.evaluations.find(id)) },
    feedback: { find: (id) => patiently(() => store.feedback.find(id)) },
    consumer,
    random: Math.random,
    now,
    wait,
    onFault,
    ...(publicUrl === undefined ? {} : { publicUrl }),
  })(signal);
}
