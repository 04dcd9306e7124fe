import { isCorrectionPath } from "./ledger-path.ts";
import type { LedgerBatch, LedgerFile } from "./ledger-file.ts";

const MAX_FOLDERS = 14;

/** The files that one record becomes or changes. */
export interface RecordFiles {
  readonly time: string;
  readonly files: readonly LedgerFile[];
}

/** One commit of records, oldest first, with a message that names what it holds. */
export function recordBatch(records: readonly RecordFiles[]): LedgerBatch {
  const files = lastOfEach(records.flatMap((record) => record.files));
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const folder = isCorrectionPath(path) ? "corrections" : path.slice(0, path.lastIndexOf("/"));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const times = records.map(({ time }) => time).toSorted();
  const [first, last] = [times[0], times.at(-1)];
  const folders = [...counts].toSorted(([, a], [, b]) => b - a);
  const lines = [
    `Record ${titleOf(folders)}`,
    "",
    ...folders.slice(0, MAX_FOLDERS).map(([folder, count]) => `${folder}: ${number(count)}`),
    ...(folders.length > MAX_FOLDERS ? [`${number(folders.length - MAX_FOLDERS)} more folders`] : []),
    ...(first === undefined || last === undefined ? [] : ["", `from ${first}`, `to   ${last}`]),
  ];
  return {
    message: `${lines.join("\n")}\n`,
    ...(last === undefined ? {} : { time: last }),
    files,
    removed: [],
  };
}

/** One commit that takes files away. */
export const removalBatch = (removed: readonly string[]): LedgerBatch => ({
  message: `Remove ${counted(removed.length, "file", "files")} that the store no longer backs\n`,
  files: [],
  removed,
});

function titleOf(folders: readonly (readonly [string, number])[]): string {
  const gates = folders.filter(([folder]) => folder.startsWith("decisions/"));
  const sum = (some: readonly (readonly [string, number])[]): number =>
    some.reduce((total, [, count]) => total + count, 0);
  const decisions = sum(gates);
  const remarks = sum(folders.filter(([folder]) => folder.startsWith("feedback/")));
  const corrections = sum(folders.filter(([folder]) => folder === "corrections"));
  const of = gates.length === 1 ? gates[0]![0].slice("decisions/".length) : `${number(gates.length)} gates`;
  const parts = [
    ...(decisions > 0 ? [`${counted(decisions, "decision", "decisions")} of ${of}`] : []),
    ...(remarks > 0 ? [counted(remarks, "remark", "remarks")] : []),
    ...(decisions + remarks === 0 ? [counted(corrections, "correction", "corrections")] : []),
  ];
  return parts.join(" and ");
}

/** Of several texts for one path, the last stays. */
const lastOfEach = (files: readonly LedgerFile[]): readonly LedgerFile[] => [
  ...new Map(files.map((file) => [file.path, file])).values(),
];

const number = (count: number): string => count.toLocaleString("en-US");
const counted = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`;
