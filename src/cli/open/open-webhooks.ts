import type { Config } from "../../config/config.ts";
import { readWebhookSettings } from "../../core/webhook/webhook-settings.ts";
import type { OpenedWebhooks } from "../../worker/notify.ts";
import { usageError } from "../cli-error.ts";
import { VERSION } from "../version.ts";
import { driversOf } from "./drivers-of.ts";

/** The configured endpoints, or only `url`, with the sender. Invalid settings are refused. */
export async function openWebhooks(webhooks: Config["webhooks"], url?: string): Promise<OpenedWebhooks> {
  const drivers = await driversOf({ cwd: "." });
  const { sender, ...crypto } = await drivers.openWebhooks({ userAgent: `emend/${VERSION}` });
  const read = readWebhookSettings(url === undefined ? webhooks : { ...webhooks, urls: [url] }, crypto);
  if (!read.ok) throw usageError(read.error.code, read.error.message);
  return { sender, settings: read.value, hash: crypto.hash };
}
