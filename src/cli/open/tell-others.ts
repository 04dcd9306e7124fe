import { defined } from "../../core/defined.ts";
import { deliverWebhooks } from "../../app/webhook/deliver-webhooks.ts";
import { outlastOutage } from "../../app/event/outlast-outage.ts";
import { watchAlerts } from "../../app/pattern/watch-alerts.ts";
import type { Config } from "../../config/config.ts";
import { readWebhookSettings } from "../../core/webhook/webhook-settings.ts";
import type { EventLog } from "../../ports/event-log.ts";
import type { Store } from "../../ports/store.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { VERSION } from "../version.ts";

interface TellParts {
  readonly io: CliIo;
  readonly store: Store;
  readonly log: EventLog;
  readonly config: Config;
  readonly consumer: string;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onFault: (fault: { readonly code: string; readonly message: string }) => void;
}

/**
 * Starts to watch for alerts and to tell endpoints of what happens. Settings that do not fit are refused at once; the
 * promise inside ends with the signal.
 */
export async function tellOthers(
  parts: TellParts,
  signal: AbortSignal,
): Promise<{ readonly ended: Promise<unknown> }> {
  const { io, store, log, config, consumer, wait, onFault } = parts;
  const { compose } = await import("../../compose.ts");
  const { sender, createMac, digest } = await compose({ cwd: io.cwd }).openWebhooks({
    userAgent: `emend/${VERSION}`,
  });
  const settings = readWebhookSettings(config.webhooks, { createMac, digest });
  if (!settings.ok) throw usageError(settings.error.code, settings.error.message);
  const watching = watchAlerts({
    feedback: store.feedback,
    alerts: store.alerts,
    now: io.now,
    thresholds: config.alerts,
    wait,
    onFault,
  })(signal);
  const { publicUrl } = config.server;
  const patiently = outlastOutage({ wait, random: Math.random, signal, onFault }, "telling");
  const telling = deliverWebhooks({
    events: log,
    outbox: store.outbox,
    endpoints: store.webhookEndpoints,
    rules: { find: (id) => patiently(() => store.rules.find(id)) },
    alerts: { find: (id) => patiently(() => store.alerts.find(id)) },
    iterations: {
      findRound: (key, position) => patiently(() => store.iterations.findRound(key, position)),
    },
    evaluations: { find: (id) => patiently(() => store.evaluations.find(id)) },
    feedback: { find: (id) => patiently(() => store.feedback.find(id)) },
    sender,
    settings: settings.value,
    digest,
    consumer,
    random: Math.random,
    now: io.now,
    wait,
    onFault,
    ...defined({ publicUrl }),
  })(signal);
  return { ended: Promise.all([watching, telling]) };
}
