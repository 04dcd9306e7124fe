import { pageAnswer } from "../../core/page.ts";
import { appendFile, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { FullVerdict } from "../../app/audit/verify-audit.ts";
import {
  type AuditEntry,
  type AuditHead,
  headText,
  newestHeadIn,
  parseHeadText,
} from "../../core/audit/audit-entry.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { AuditListOptions, AuditPublishOptions, AuditVerifyOptions } from "./audit.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { printFromStore, withEmend } from "../open/open-emend.ts";
import { parseWholeNumber } from "../options/parse-options.ts";
import { formatCount } from "../terminal/plain-text.ts";
import { type Paint, painter } from "../terminal/style.ts";
import { driversOf } from "../open/drivers-of.ts";
import { sendAuditHead } from "../../app/webhook/deliver-to-endpoint.ts";
import { configOf } from "../open/config-of.ts";
import { openWebhooks } from "../open/open-webhooks.ts";

const MAX_LIMIT = 500;
const DETAIL_WIDTH = 200;
const MAX_RULES = 5;

export async function runAuditList(options: AuditListOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: MAX_LIMIT });
  const before =
    options.before === undefined
      ? {}
      : { before: parseWholeNumber("--before", options.before, { most: Number.MAX_SAFE_INTEGER }) };
  await printFromStore(options, context, async ({ store }) => {
    const entries = await store.audit.list({ limit, ...before });
    const oldest = entries.at(-1)?.seq ?? 0;
    const next = entries.length === limit && oldest > 1 ? String(oldest) : undefined;
    if (entries.length === 0) io.stderr.write("emend: no changes recorded yet\n");
    if (next !== undefined) {
      io.stderr.write(`emend: older entries: \`emend audit list --before ${next}\`\n`);
    }
    if (options.json === true) return toJson(pageAnswer({ items: entries, next }));
    return entries.map((entry) => `${renderEntry(entry, painter(io))}\n`).join("");
  });
}

export async function runAuditVerify(options: AuditVerifyOptions, context: CliContext): Promise<void> {
  const { io, finish } = context;
  const earlier = await earlierHead(options, io);
  const verdict = await withEmend(options, context, ({ audit }) => audit.verify(earlier));
  io.stdout.write(options.json === true ? verdictJson(verdict) : toText(verdict, painter(io)));
  finish(verdict.ok ? EXIT.success : EXIT.problem);
}

function renderEntry(entry: AuditEntry, paint: Paint): string {
  const { seq, time, action, subject } = entry;
  const actor = entry.state === "kept" ? `by ${entry.actor}` : entry.state;
  const detail = entry.state === "kept" ? JSON.stringify(entry.detail) : "";
  const shown = detail.length > DETAIL_WIDTH ? `${detail.slice(0, DETAIL_WIDTH)}…` : detail;
  return [
    paint("dim", String(seq).padStart(6)),
    safeLine(time),
    paint("bold", safeLine(action)),
    safeLine(subject),
    safeLine(actor),
    paint("dim", safeLine(shown)),
  ]
    .join("  ")
    .trimEnd();
}

function toText(verdict: FullVerdict, paint: Paint): string {
  if (!verdict.ok) return `${paint("red", "broken")}: ${safeLine(verdict.message)} [${verdict.reason}]\n`;
  const { entries, erased, head, rules } = verdict;
  const without = erased === 0 ? "" : `, ${erased} of them by people who were erased`;
  return [
    `${paint("green", "whole")}: ${formatCount(entries, "entry", "entries")}${without}`,
    `rules: ${rules.in_force} in force, as the log says${unverifiedText(rules.unverified)}`,
    `head:  ${headText(head)}\n`,
  ].join("\n");
}

const unverifiedText = (ids: readonly string[]): string =>
  ids.length === 0
    ? ""
    : `; it lacks the entries to verify ${ids.length}: ${ids.slice(0, MAX_RULES).map(safeLine).join(", ")}${ids.length > MAX_RULES ? ", …" : ""}`;

const verdictJson = (verdict: FullVerdict): string =>
  toJson(verdict.ok ? { ...verdict, head: headText(verdict.head) } : verdict);

/** An earlier head that the log must still contain, as printed or published. */
async function earlierHead(
  { head, published, gitTag }: AuditVerifyOptions,
  io: CliIo,
): Promise<AuditHead | undefined> {
  const heads = [
    ...(head === undefined ? [] : [parseHead(head)]),
    ...(published === undefined ? [] : [await headInFile(published, io)]),
    ...(gitTag === undefined ? [] : [await headInTag(gitTag, io)]),
  ];
  if (heads.length <= 1) return heads[0];
  throw usageError("several_heads", "expected one of --head, --published and --git-tag");
}

function parseHead(text: string): AuditHead {
  const head = parseHeadText(text);
  if (head !== undefined) return head;
  throw usageError(
    "invalid_head",
    `--head: expected a number, a colon and 64 hex digits, got ${JSON.stringify(text.slice(0, 90))}`,
    "copy it from the output of `emend audit verify`",
  );
}

async function headInFile(file: string, { cwd }: CliIo): Promise<AuditHead> {
  const text = await readFile(resolve(cwd, file), "utf8").catch((error: Error) => {
    throw new ExternalError("unreadable_file", `cannot read ${file}: ${error.message}`, error);
  });
  return newestHeadIn(text) ?? failNoHead(`the file ${file}`);
}

async function headInTag(name: string, { cwd }: CliIo): Promise<AuditHead> {
  const { openHeadTags } = await driversOf({ cwd });
  const message = await (await openHeadTags()).read(name);
  return newestHeadIn(message ?? "") ?? failNoHead(`the tag ${name}`);
}

function failNoHead(where: string): never {
  throw usageError("invalid_head", `${where} contains no audit log head`, "see `emend audit publish --help`");
}

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
