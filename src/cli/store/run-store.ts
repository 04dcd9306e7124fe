import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { StoreUpkeep, StoreBackup, StoreCopy, StoreStatus } from "../../ports/store.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "../open/config-of.ts";
import { createCopyProgress } from "../terminal/copy-progress.ts";
import { EXIT } from "../exit-code.ts";
import { findStore } from "../open/open-store.ts";
import { isServer } from "../../compose/store-place.ts";
import type { StoreBackupOptions, StoreCopyOptions } from "./store.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { painter, type Paint } from "../terminal/style.ts";
import { type AuditVerdict, headText } from "../../core/audit/audit-entry.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { formatLargeCount, formatNumber } from "../terminal/plain-text.ts";
import { driversOf } from "../open/drivers-of.ts";

const KINDS = { sqlite: "SQLite", postgres: "PostgreSQL" } as const;

const copyJson = ({ from, to, tables, leftOut, audit }: StoreCopy): string =>
  toJson({ from, to, tables: byName(tables), left_out: byName(leftOut), audit: auditJson(audit) });

const backupText = ({ file, records, bytes, audit }: StoreBackup, paint: Paint): string =>
  `${paint("green", "backed up")}: ${formatLargeCount(records, "record")} to ${safeLine(file)}, ${size(bytes)}\n${auditText(audit, paint)}`;

const backupJson = ({ from, file, records, bytes, audit }: StoreBackup): string =>
  toJson({ from, file, records, bytes, audit: auditJson(audit) });

const statusJson = ({ newest, ...status }: StoreStatus): string =>
  toJson({ ...status, newest: newest ?? null });

const auditJson = (verdict: AuditVerdict): unknown =>
  verdict.ok ? { ...verdict, head: headText(verdict.head) } : verdict;

const byName = (tables: StoreCopy["tables"]): Readonly<Record<string, number>> =>
  Object.fromEntries(tables.map(({ table, rows }) => [table, rows]));

const size = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MiB`;

export async function runStoreCopy(options: StoreCopyOptions, { io, finish }: CliContext): Promise<void> {
  const from = await findStore(io, { file: options.store, create: false });
  const to = await findStore(io, { file: options.to, create: true });
  if (isSame(from, to)) {
    throw usageError("same_store", "--to: expected a different store than the source");
  }
  const { model } = (await configOf(io)).embedding;
  const progress = createCopyProgress(io);
  const upkeep = await openUpkeep(io);
  const copy = await upkeep
    .copy({ from, to, models: [model], onProgress: progress.update })
    .finally(progress.clear);
  io.stdout.write(options.json === true ? copyJson(copy) : copyText(copy, painter(io)));
  for (const { rows } of copy.leftOut) {
    io.stderr.write(
      `emend: ${rows} vectors of a model that is not configured here were not copied; to include them, set embedding.model and copy again\n`,
    );
  }
  finish(EXIT.success);
}

export async function runStoreBackup(
  file: string,
  options: StoreBackupOptions,
  { io, finish }: CliContext,
): Promise<void> {
  const from = await findStore(io, { file: options.store, create: false });
  if (isServer(from)) {
    throw usageError(
      "backup_of_server",
      "only a store that is a file can be backed up, but this one is PostgreSQL",
      "use `pg_dump --format=custom --file emend.dump ADDRESS`, or copy it into a file: `emend store copy --to emend.db`",
    );
  }
  if (isServer(file)) {
    throw usageError(
      "invalid_file",
      "expected the path of a file",
      "`emend store copy --to` takes an address",
    );
  }
  const to = resolve(io.cwd, file);
  if (isSame(from, to)) {
    throw usageError("same_store", "expected a different file than the store itself");
  }
  if (options.force !== true && existsSync(to)) {
    throw usageError(
      "file_exists",
      `${file} already exists`,
      "choose another file, or replace it with --force",
    );
  }
  const backup = await (await openUpkeep(io)).backUp({ from, file: to });
  io.stdout.write(options.json === true ? backupJson(backup) : backupText(backup, painter(io)));
  finish(backup.audit.ok ? EXIT.success : EXIT.problem);
}

export async function runStoreStatus(options: StoreOptions, { io, finish }: CliContext): Promise<void> {
  const location = await findStore(io, { file: options.store, create: false });
  const status = await (await openUpkeep(io)).status(location);
  io.stdout.write(options.json === true ? statusJson(status) : statusText(status, painter(io)));
  finish(EXIT.success);
}

async function openUpkeep(io: CliIo): Promise<StoreUpkeep> {
  return (await driversOf(io)).openUpkeep();
}

/** Follows links, so that a store is not overwritten under another name. */
const isSame = (one: string, other: string): boolean => one === other || realOf(one) === realOf(other);

const realOf = (location: string): string =>
  !isServer(location) && existsSync(location) ? realpathSync(location) : location;

function copyText({ from, to, tables, audit }: StoreCopy, paint: Paint): string {
  const filled = tables.filter(({ rows }) => rows > 0);
  const width = Math.max(0, ...filled.map(({ table }) => table.length));
  const rows = filled.reduce((sum, table) => sum + table.rows, 0);
  return [
    ...filled.map((each) => `${each.table.padEnd(width)}  ${formatNumber(each.rows).padStart(9)}\n`),
    `${paint("green", "copied")}: ${formatLargeCount(rows, "row")} from ${safeLine(from)} to ${safeLine(to)}, with the same counts on both sides\n`,
    auditText(audit, paint),
  ].join("");
}

function statusText(
  { kind, place, schema, present, records, bytes, newest }: StoreStatus,
  paint: Paint,
): string {
  const standing =
    schema === present
      ? "current"
      : schema < present
        ? `the next command that opens it upgrades it to ${present}`
        : `newer than this version of Emend, which supports ${present}`;
  const rows = [
    ["kind", KINDS[kind]],
    ["place", safeLine(place)],
    ["schema", `${schema}, ${standing}`],
    ["records", formatNumber(records)],
    ["size", size(bytes)],
    ["newest", newest === undefined ? "no records yet" : safeLine(newest)],
  ] as const;
  return rows.map(([name, value]) => `${paint("dim", name.padEnd(8))} ${value}\n`).join("");
}

function auditText(verdict: AuditVerdict, paint: Paint): string {
  if (!verdict.ok)
    return `audit log ${paint("red", "broken")}: ${safeLine(verdict.message)} [${verdict.reason}]\n`;
  return `audit log ${paint("green", "whole")}: ${formatLargeCount(verdict.entries, "entry", "entries")}\nhead:  ${headText(verdict.head)}\n`;
}
