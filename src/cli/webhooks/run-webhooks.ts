import { pageAnswer } from "../../core/page.ts";
import { randomBytes } from "node:crypto";
import { tryWebhooks } from "../../app/webhook/try-webhooks.ts";
import { webhookSecret } from "../../core/webhook/webhook-settings.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import { EXIT } from "../exit-code.ts";
import { configOf } from "../open/config-of.ts";
import { openWebhooks } from "../open/open-webhooks.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { painter } from "../terminal/style.ts";
import type { WebhooksTestOptions } from "./webhooks.ts";

export async function runWebhooksTest(
  url: string | undefined,
  options: WebhooksTestOptions,
  { io, finish }: CliContext,
): Promise<void> {
  const { sender, settings } = await openWebhooks((await configOf(io)).webhooks, url);
  const { endpoints, macs } = settings;
  if (endpoints.length === 0) {
    const hint = "name one, as in `emend webhooks test https://chat.example/hooks/42`, or set webhooks.urls";
    throw usageError("no_webhook_endpoint", "there is no endpoint to test", hint);
  }
  const answers = await tryWebhooks({
    sender,
    settings: { macs },
    now: io.now,
    randomId: () => randomBytes(16).toString("hex"),
  })(endpoints);
  const paint = painter(io);
  const text = answers
    .map(({ endpoint, ok, status, problem }) => {
      const result = problem ?? `answered ${String(status)}`;
      return `${paint(ok ? "green" : "red", ok ? "ok" : "failed")}  ${safeLine(endpoint)}  ${safeLine(result)}\n`;
    })
    .join("");
  io.stdout.write(options.json === true ? toJson(pageAnswer({ items: answers })) : text);
  finish(answers.every(({ ok }) => ok) ? EXIT.success : EXIT.problem);
}

export function runWebhooksSecret({ io, finish }: CliContext): void {
  io.stdout.write(`${webhookSecret(randomBytes(32))}\n`);
  finish(EXIT.success);
}
