import { pageAnswer } from "../../core/page.ts";
import { readFile } from "node:fs/promises";
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
import type { AuditListOptions, AuditVerifyOptions } from "./audit.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { toJson } from "../terminal/json-text.ts";
import { printFromStore, withEmend } from "../open/open-emend.ts";
import { parseWholeNumber } from "../options/parse-whole-number.ts";
import { formatCount } from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { type Paint, painter } from "../terminal/style.ts";
import { driversOf } from "../open/drivers-of.ts";

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
