import { LEARN_GROUP } from "../../app/evaluation/learn-from-events.ts";
import { DECISION_GROUP } from "../../app/event/take-in-decisions.ts";
import type { Config } from "../../config/config.ts";
import { readWebhookSettings } from "../../core/webhook/webhook-settings.ts";
import type { EventLog } from "../../ports/event-log.ts";
import type { Store } from "../../ports/store.ts";
import type { HttpLog } from "../../http/http-log.ts";
import type { HttpMetrics } from "../../http/http-metrics.ts";
import type { CliIo } from "../cli-io.ts";
import { VERSION } from "../version.ts";

interface MetricsParts {
  readonly io: CliIo;
  readonly config: Config;
  readonly store: Store;
  readonly events: EventLog;
  readonly log: HttpLog;
}

/** What `/metrics` tells, over an open store. */
export async function openMetrics({ io, config, store, events, log }: MetricsParts): Promise<HttpMetrics> {
  const { createHttpMetrics } = await import("../../http/metrics/create-http-metrics.ts");
  return createHttpMetrics({
    version: VERSION,
    store,
    events,
    groups: [DECISION_GROUP, LEARN_GROUP, ...(await webhookGroups(io, config))],
    policy: config.rules,
    now: () => io.now().toISOString(),
    onFault: (part, error) =>
      log.warn(
        { part, reason: error instanceof Error ? error.message : String(error) },
        "a part of the metrics cannot be read",
      ),
  });
}

/** None where the settings do not fit: whoever tells endpoints of what happens refuses those. */
async function webhookGroups(io: CliIo, { webhooks }: Config): Promise<readonly string[]> {
  if (webhooks.urls === undefined) return [];
  const { compose } = await import("../../compose.ts");
  const { createMac, digest } = await compose({ cwd: io.cwd }).openWebhooks({
    userAgent: `emend/${VERSION}`,
  });
  const settings = readWebhookSettings(webhooks, { createMac, digest });
  return settings.ok ? settings.value.endpoints.map(({ group }) => group) : [];
}
