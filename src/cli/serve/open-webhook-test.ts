import { randomBytes } from "node:crypto";
import { tryWebhooks } from "../../app/webhook/try-webhooks.ts";
import type { Config } from "../../config/config.ts";
import { readWebhookSettings } from "../../core/webhook/webhook-settings.ts";
import type { HttpWebhooks } from "../../http/http-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { VERSION } from "../version.ts";

/** Those who are told what happens, for pages that show and try them; nothing where there are none. */
export async function openWebhookTest(
  { webhooks }: Config,
  { cwd, now }: Pick<CliIo, "cwd" | "now">,
): Promise<HttpWebhooks | undefined> {
  if (webhooks.urls === undefined) return undefined;
  const { compose } = await import("../../compose.ts");
  const { sender, ...crypto } = await compose({ cwd }).openWebhooks({ userAgent: `emend/${VERSION}` });
  const settings = readWebhookSettings(webhooks, crypto);
  if (!settings.ok) throw usageError(settings.error.code, settings.error.message);
  const { endpoints, types } = settings.value;
  const tryAll = tryWebhooks({
    sender,
    settings: settings.value,
    now,
    randomId: () => randomBytes(16).toString("hex"),
  });
  return { endpoints, types: [...types], test: () => tryAll(endpoints) };
}
