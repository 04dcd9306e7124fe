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
import { emendOf } from "../open/open-emend.ts";
import { parseWholeNumber } from "../options/parse-whole-number.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { type Paint, painter } from "../terminal/style.ts";
import { driversOf } from "../open/drivers-of.ts";

const MAX_LIMIT = 500;
const DETAIL_WIDTH = 200;
const SHOWN_RULES = 5;

export async function runAuditList(options: AuditListOptions, context: CliContext): Promise<void> {
  const { io, finish } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: MAX_LIMIT });
  const before =
    options.before === undefined
      ? {}
      : { before: parseWholeNumber("--before", options.before, { most: Number.MAX_SAFE_INTEGER }) };
  const emend = await emendOf(context, { file: options.store, create: false });
  try {
    const entries = await emend.store.audit.list({ limit, ...before });
    const paint = painter(io);
    const oldest = entries.at(-1)?.seq ?? 0;
    const next = entries.length === limit && oldest > 1 ? String(oldest) : undefined;
    io.stdout.write(
      options.json === true
        ? toJson(pageAnswer({ items: entries, next }))
        : entries.map((entry) => `${lineOf(entry, paint)}\n`).join(""),
    );
    if (entries.length === 0) io.stderr.write("emend: no changes recorded yet\n");
    else if (next !== undefined) {
      io.stderr.write(`emend: older entries: \`emend audit list --before ${next}\`\n`);
    }
    finish(EXIT.fine);
  } finally {
    await emend.close();
  }
}

export async function runAuditVerify(options: AuditVerifyOptions, context: CliContext): Promise<void> {
  const { io, finish } = context;
  const noted = await notedHead(options, io);
  const emend = await emendOf(context, { file: options.store, create: false });
  try {
    const verdict = await emend.audit.verify(noted);
    io.stdout.write(options.json === true ? verdictJson(verdict) : toText(verdict, painter(io)));
    finish(verdict.ok ? EXIT.fine : EXIT.problem);
  } finally {
    await emend.close();
  }
}

function lineOf(entry: AuditEntry, paint: Paint): string {
  const { seq, time, action, subject } = entry;
  const said = entry.state === "kept" ? `by ${entry.actor}` : entry.state;
  const detail = entry.state === "kept" ? JSON.stringify(entry.detail) : "";
  const shown = detail.length > DETAIL_WIDTH ? `${detail.slice(0, DETAIL_WIDTH)}…` : detail;
  return [
    paint("dim", String(seq).padStart(6)),
    safeLine(time),
    paint("bold", safeLine(action)),
    safeLine(subject),
    safeLine(said),
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
    `${paint("green", "whole")}: ${entries} ${entries === 1 ? "entry" : "entries"}${without}`,
    `rules: ${rules.in_force} in force, as the log says${unverifiedText(rules.unverified)}`,
    `head:  ${headText(head)}\n`,
  ].join("\n");
}

const unverifiedText = (ids: readonly string[]): string =>
  ids.length === 0
    ? ""
    : `; it lacks the entries to verify ${ids.length}: ${ids.slice(0, SHOWN_RULES).map(safeLine).join(", ")}${ids.length > SHOWN_RULES ? ", …" : ""}`;

const verdictJson = (verdict: FullVerdict): string =>
  toJson(verdict.ok ? { ...verdict, head: headText(verdict.head) } : verdict);

/** The head that the log must still lead to: as it was printed, or as it was published. */
async function notedHead(
  { head, published, gitTag }: AuditVerifyOptions,
  io: CliIo,
): Promise<AuditHead | undefined> {
  const given = [
    ...(head === undefined ? [] : [parseHead(head)]),
    ...(published === undefined ? [] : [await inFile(published, io)]),
    ...(gitTag === undefined ? [] : [await inTag(gitTag, io)]),
  ];
  if (given.length <= 1) return given[0];
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

async function inFile(file: string, { cwd }: CliIo): Promise<AuditHead> {
  const text = await readFile(resolve(cwd, file), "utf8").catch((error: Error) => {
    throw new ExternalError("unreadable_file", `cannot read ${file}: ${error.message}`, error);
  });
  return newestHeadIn(text) ?? noHead(`the file ${file}`);
}

async function inTag(name: string, { cwd }: CliIo): Promise<AuditHead> {
  const { openHeadTags } = await driversOf({ cwd });
  const message = await (await openHeadTags()).read(name);
  return newestHeadIn(message ?? "") ?? noHead(`the tag ${name}`);
}

function noHead(where: string): never {
  throw usageError("invalid_head", `${where} contains no audit log head`, "see `emend audit publish --help`");
}
