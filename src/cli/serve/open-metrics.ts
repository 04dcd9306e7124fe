import { LEARN_GROUP } from "../../app/evaluation/learn-from-events.ts";
import { DECISION_GROUP } from "../../app/event/ingest-decisions.ts";
import type { Emend } from "../../compose.ts";
import type { Config } from "../../config/config.ts";
import type { WebhookSettings } from "../../core/webhook/webhook-settings.ts";
import type { HttpLog } from "../../http/http-log.ts";
import type { HttpMetrics } from "../../http/http-metrics.ts";
import type { CliIo } from "../cli-io.ts";
import { VERSION } from "../version.ts";

interface MetricsOptions {
  readonly io: CliIo;
  readonly config: Config;
  readonly emend: Emend;
  readonly webhooks: WebhookSettings;
  readonly log: HttpLog;
}

export async function openMetrics({
  io,
  config,
  emend,
  webhooks,
  log,
}: MetricsOptions): Promise<HttpMetrics> {
  const { createHttpMetrics } = await import("../../http/metrics/create-http-metrics.ts");
  return createHttpMetrics({
    version: VERSION,
    store: emend.store,
    events: emend.events,
    groups: [DECISION_GROUP, LEARN_GROUP, ...webhooks.endpoints.map(({ group }) => group)],
    policy: config.rules,
    now: () => io.now().toISOString(),
    onFault: (part, error) =>
      log.warn(
        { part, reason: error instanceof Error ? error.message : String(error) },
        "some metrics cannot be read",
      ),
  });
}
