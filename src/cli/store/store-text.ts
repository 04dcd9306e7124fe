import type { AuditVerdict } from "../../core/audit/audit-entry.ts";
import type { StoreBackup, StoreCopy, StoreStatus } from "../../ports/store.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Paint } from "../terminal/style.ts";

const KINDS = { sqlite: "SQLite", postgres: "PostgreSQL" } as const;

export function copyText({ from, to, tables, audit }: StoreCopy, paint: Paint): string {
  const filled = tables.filter(({ rows }) => rows > 0);
  const width = Math.max(0, ...filled.map(({ table }) => table.length));
  const rows = filled.reduce((sum, table) => sum + table.rows, 0);
  return [
    ...filled.map((each) => `${each.table.padEnd(width)}  ${number(each.rows).padStart(9)}\n`),
    `${paint("green", "copied")}: ${count(rows, "row")} from ${safeLine(from)} to ${safeLine(to)}, with the same counts on both sides\n`,
    auditText(audit, paint),
  ].join("");
}

export const copyJson = ({ from, to, tables, leftOut, audit }: StoreCopy): string =>
  json({ from, to, tables: byName(tables), left_out: byName(leftOut), audit: auditJson(audit) });

export const backupText = ({ file, records, bytes, audit }: StoreBackup, paint: Paint): string =>
  `${paint("green", "backed up")}: ${count(records, "record")} to ${safeLine(file)}, ${size(bytes)}\n${auditText(audit, paint)}`;

export const backupJson = ({ from, file, records, bytes, audit }: StoreBackup): string =>
  json({ from, file, records, bytes, audit: auditJson(audit) });

export function statusText(
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
    ["records", number(records)],
    ["size", size(bytes)],
    ["newest", newest === undefined ? "no records yet" : safeLine(newest)],
  ] as const;
  return rows.map(([name, value]) => `${paint("dim", name.padEnd(8))} ${value}\n`).join("");
}

export const statusJson = ({ newest, ...status }: StoreStatus): string =>
  json({ ...status, newest: newest ?? null });

function auditText(verdict: AuditVerdict, paint: Paint): string {
  if (!verdict.ok)
    return `audit log ${paint("red", "broken")}: ${safeLine(verdict.message)} [${verdict.reason}]\n`;
  return `audit log ${paint("green", "whole")}: ${count(verdict.entries, "entry", "entries")}\nhead:  ${headOf(verdict)}\n`;
}

const auditJson = (verdict: AuditVerdict): unknown =>
  verdict.ok ? { ...verdict, head: headOf(verdict) } : verdict;

const headOf = ({ head }: Extract<AuditVerdict, { readonly ok: true }>): string => `${head.seq}:${head.hash}`;

const byName = (tables: StoreCopy["tables"]): Readonly<Record<string, number>> =>
  Object.fromEntries(tables.map(({ table, rows }) => [table, rows]));

const number = (value: number): string => value.toLocaleString("en-US");

const count = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`;

const size = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MiB`;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
