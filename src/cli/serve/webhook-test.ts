import { randomBytes } from "node:crypto";
import { tryWebhooks } from "../../app/webhook/try-webhooks.ts";
import type { HttpWebhooks } from "../../http/http-context.ts";
import type { OpenedWebhooks } from "../../worker/notify.ts";

/** The endpoints, for the page that shows them and sends them a test; nothing if there are none. */
export function webhookTest({ sender, settings }: OpenedWebhooks, now: () => Date): HttpWebhooks | undefined {
  const { endpoints, types } = settings;
  if (endpoints.length === 0) return undefined;
  const randomId = (): string => randomBytes(16).toString("hex");
  const tryAll = tryWebhooks({ sender, settings, now, randomId });
  return { endpoints, types: [...types], test: () => tryAll(endpoints) };
}
