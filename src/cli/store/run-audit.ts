import type { AuditEntry, AuditHead, AuditVerdict } from "../../core/audit/audit-entry.ts";
import type { AuditListOptions, AuditVerifyOptions } from "./audit.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import { EXIT } from "../exit-code.ts";
import { toJson } from "../terminal/json-text.ts";
import { openStore, type OpenStore } from "../open/open-store.ts";
import { wholeNumber } from "../options/option-number.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { type Paint, painter } from "../terminal/style.ts";

const MAX_LIMIT = 500;
const DETAIL_WIDTH = 200;

export async function runAuditList(
  options: AuditListOptions,
  { io, finish }: CliContext,
  open: OpenStore = openStore,
): Promise<void> {
  const limit = wholeNumber("--limit", options.limit, { most: MAX_LIMIT });
  const before =
    options.before === undefined
      ? {}
      : { before: wholeNumber("--before", options.before, { most: Number.MAX_SAFE_INTEGER }) };
  const store = await open(io, { file: options.store, create: false });
  try {
    const entries = await store.audit.list({ limit, ...before });
    const paint = painter(io);
    io.stdout.write(
      options.json === true
        ? toJson({ entries })
        : entries.map((entry) => `${lineOf(entry, paint)}\n`).join(""),
    );
    const oldest = entries.at(-1)?.seq ?? 0;
    if (entries.length === 0) io.stderr.write("emend: nothing was changed by anybody yet\n");
    else if (entries.length === limit && oldest > 1) {
      io.stderr.write(`emend: older entries: \`emend audit list --before ${oldest}\`\n`);
    }
    finish(EXIT.fine);
  } finally {
    await store.close();
  }
}

export async function runAuditVerify(
  options: AuditVerifyOptions,
  { io, finish }: CliContext,
  open: OpenStore = openStore,
): Promise<void> {
  const noted = options.head === undefined ? undefined : parseHead(options.head);
  const store = await open(io, { file: options.store, create: false });
  try {
    const verdict = await store.audit.verify(noted);
    io.stdout.write(options.json === true ? verdictJson(verdict) : toText(verdict, painter(io)));
    finish(verdict.ok ? EXIT.fine : EXIT.problem);
  } finally {
    await store.close();
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

function toText(verdict: AuditVerdict, paint: Paint): string {
  if (!verdict.ok) return `${paint("red", "broken")}: ${safeLine(verdict.message)} [${verdict.reason}]\n`;
  const { entries, erased, head } = verdict;
  const without = erased === 0 ? "" : `, ${erased} of them without a person who was erased`;
  return `${paint("green", "whole")}: ${entries} ${entries === 1 ? "entry" : "entries"}${without}\nhead:  ${headText(head)}\n`;
}

const verdictJson = (verdict: AuditVerdict): string =>
  toJson(verdict.ok ? { ...verdict, head: headText(verdict.head) } : verdict);

const headText = ({ seq, hash }: AuditHead): string => `${seq}:${hash}`;

function parseHead(text: string): AuditHead {
  const match = /^(\d{1,15}):([\da-f]{64})$/i.exec(text.trim());
  if (match !== null) return { seq: Number(match[1]), hash: match[2]!.toLowerCase() };
  throw usageError(
    "invalid_head",
    `--head: expected a number, a colon and 64 hex digits, got ${JSON.stringify(text.slice(0, 90))}`,
    "give it as `emend audit verify` printed it",
  );
}
