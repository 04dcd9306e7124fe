import { appendFile } from "node:fs/promises";
import { resolve } from "node:path";
import { sendAuditHead } from "../../app/webhook/deliver-to-endpoint.ts";
import { type AuditHead, headText } from "../../core/audit/audit-entry.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { withEmend } from "../open/open-emend.ts";
import { configOf } from "../open/config-of.ts";
import { openWebhooks } from "../open/open-webhooks.ts";
import { toJson } from "../terminal/json-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { AuditPublishOptions } from "./audit.ts";
import { driversOf } from "../open/drivers-of.ts";

interface Published {
  readonly to: "file" | "git tag" | "webhook";
  readonly name: string;
  readonly ok: boolean;
  readonly problem?: string;
}

/** `emend audit publish`: writes the head of a valid log to where the owner of the store cannot change it. */
export async function runAuditPublish(options: AuditPublishOptions, context: CliContext): Promise<void> {
  const { io, finish } = context;
  const { file, gitTag, webhook } = options;
  if (file === undefined && gitTag === undefined && webhook === undefined) {
    throw usageError(
      "nowhere_to_publish",
      "expected at least one of --file, --git-tag and --webhook",
      "such as `emend audit publish --file /mnt/elsewhere/emend-audit.jsonl`",
    );
  }
  const verdict = await withEmend(options, context, ({ audit }) => audit.verify());
  if (!verdict.ok) {
    io.stderr.write(
      `emend: the log is broken, so its head was not published: ${safeLine(verdict.message)} [${verdict.reason}]\n`,
    );
    return finish(EXIT.problem);
  }
  const { head } = verdict;
  const published = [
    ...(file === undefined ? [] : [await toFile(file, head, io)]),
    ...(gitTag === undefined ? [] : [await toTag(gitTag, head, io)]),
    ...(webhook === undefined ? [] : await toWebhooks(webhook, head, io)),
  ];
  const lines = published.map(
    ({ to, name, ok, problem }) =>
      `${ok ? "published" : "failed"}: ${to} ${safeLine(name)}${problem === undefined ? "" : `: ${safeLine(problem)}`}\n`,
  );
  io.stdout.write(
    options.json === true
      ? toJson({ head: headText(head), published })
      : `head: ${headText(head)}\n${lines.join("")}`,
  );
  finish(published.every(({ ok }) => ok) ? EXIT.success : EXIT.external);
}

async function toFile(file: string, head: AuditHead, io: CliIo): Promise<Published> {
  const line = `${JSON.stringify({ head: headText(head), time: io.now().toISOString() })}\n`;
  return attempt("file", file, () => appendFile(resolve(io.cwd, file), line));
}

async function toTag(tag: string | true, head: AuditHead, { cwd }: CliIo): Promise<Published> {
  const name = tag === true ? `emend-audit-${head.seq}` : tag;
  const { openHeadTags } = await driversOf({ cwd });
  const tags = await openHeadTags();
  return attempt("git tag", name, () => tags.write(name, `emend audit head ${headText(head)}`));
}

async function toWebhooks(url: string | true, head: AuditHead, io: CliIo): Promise<readonly Published[]> {
  const { sender, settings } = await openWebhooks(
    (await configOf(io)).webhooks,
    url === true ? undefined : url,
  );
  const { endpoints, macs } = settings;
  if (endpoints.length === 0) {
    throw usageError("no_webhook_endpoint", "there is no endpoint", "name one, or set webhooks.urls");
  }
  const send = sendAuditHead({ sender, settings: { macs }, now: io.now });
  return Promise.all(
    endpoints.map((endpoint) =>
      attempt("webhook", endpoint.shown, async () => {
        const { status } = await send(endpoint, head);
        if (status < 200 || status > 299) throw new ExternalError("webhook_refused", `answered ${status}`);
      }),
    ),
  );
}

async function attempt(to: Published["to"], name: string, act: () => Promise<unknown>): Promise<Published> {
  try {
    await act();
    return { to, name, ok: true };
  } catch (error) {
    return { to, name, ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}
