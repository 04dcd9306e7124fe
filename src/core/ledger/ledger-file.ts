import { defined } from "../defined.ts";
import { isCorrectionPath } from "./ledger-path.ts";

/** A file of the ledger; the path is relative, with `/` between safe parts. */
export interface LedgerFile {
  readonly path: string;
  readonly text: string;
}

/** A commit of the ledger. */
export interface LedgerBatch {
  /** The commit message. */
  readonly message: string;
  /** The time of its newest record; the current time if absent. */
  readonly time?: string;
  readonly files: readonly LedgerFile[];
  /** Removed paths. */
  readonly removed: readonly string[];
}

export const README_PATH = "README.md";

const README = `# Ledger

What people, reviewers and tools said about the work of agents, and what was learned from it, one file
for each record. Emend writes these files from its store with \`emend ledger write\`, and fills an empty
store from them with \`emend ledger rebuild\`.

| file | holds |
| --- | --- |
| \`decisions/<gate>/<id>.yaml\` | one person's decision at a gate |
| \`feedback/<source>/<id>.yaml\` | everything else: findings, rejections, signals, comments |
| \`corrections/<task>/correction.diff\` | the newest correction of a task, to look at; the record holds it too |
| \`rules/proposed/<id>.yaml\` | a rule that waits for approval, with all its versions and what people said to them |
| \`rules/active/<id>.yaml\` | a rule that agents are given, also while it is flagged |
| \`rules/rejected/<id>.yaml\` | a rule that was refused, or that nobody answered in time |
| \`rules/retired/<id>.yaml\` | a rule that was in force once |
| \`edge_cases/<id>.yaml\` | feedback that counts as an edge case, with its words and why |
| \`evaluations/<class>/<id>.yaml\` | what other feedback counts as, and who said so |
| \`clusters/<id>.yaml\` | which feedback says the same, and what people merged, split and named |

A rule and an evaluation move to another folder when a decision changes what they are. A name that would
make no safe folder is written as a slug with a hash; the file holds the name itself.

The store leads: where a committed file differs from it, \`emend ledger verify\` says so, and the next
write puts the store's version on top. Your own files and uncommitted edits are left alone. A rebuild
takes what the files say, so whoever may commit here decides which rules a new store begins with.
After a person was erased from the store, \`emend ledger write --anew\` starts a new history without
their words.
`;

/** Written once; people may edit it afterwards. */
export const README_BATCH: LedgerBatch = {
  message: "Say what the ledger holds\n",
  files: [{ path: README_PATH, text: README }],
  removed: [],
};

const MAX_FOLDERS = 14;

/** The files of one record. */
export interface RecordFiles {
  readonly time: string;
  readonly files: readonly LedgerFile[];
  /** Its previous paths. */
  readonly removed?: readonly string[];
}

/** A commit of records, oldest first, with a descriptive message. */
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
  const removed = [...new Set(records.flatMap((record) => record.removed ?? []))];
  const lines = [
    `Record ${titleOf(folders)}`,
    "",
    ...folders.slice(0, MAX_FOLDERS).map(([folder, count]) => `${folder}: ${number(count)}`),
    ...(folders.length > MAX_FOLDERS ? [`${number(folders.length - MAX_FOLDERS)} more folders`] : []),
    ...(removed.length > 0 ? [`moved from elsewhere: ${number(removed.length)}`] : []),
    ...(first === undefined || last === undefined ? [] : ["", `from ${first}`, `to   ${last}`]),
  ];
  return {
    message: `${lines.join("\n")}\n`,
    ...defined({ time: last }),
    files,
    removed,
  };
}

/** A commit that removes files. */
export const removalBatch = (removed: readonly string[]): LedgerBatch => ({
  message: `Remove ${counted(removed.length, "file", "files")} that the store no longer backs\n`,
  files: [],
  removed,
});

/** Names of the areas for messages; corrections are only named if they are alone. */
const AREAS = [
  ["feedback/", "remark", "remarks"],
  ["rules/", "rule", "rules"],
  ["edge_cases", "edge case", "edge cases"],
  ["evaluations/", "evaluation", "evaluations"],
  ["clusters", "cluster", "clusters"],
] as const;

type FolderCount = readonly [folder: string, count: number];

function titleOf(folders: readonly FolderCount[]): string {
  const gates = folders.filter(([folder]) => folder.startsWith("decisions/"));
  const gateText =
    gates.length === 1 ? gates[0]![0].slice("decisions/".length) : `${number(gates.length)} gates`;
  const parts = gates.length > 0 ? [`${counted(sum(gates), "decision", "decisions")} of ${gateText}`] : [];
  for (const [area, one, many] of AREAS) {
    const count = sum(folders.filter(([folder]) => folder.startsWith(area)));
    if (count > 0) parts.push(counted(count, one, many));
  }
  return parts.length === 0 ? counted(sum(folders), "correction", "corrections") : listed(parts);
}

const sum = (folders: readonly FolderCount[]): number =>
  folders.reduce((total, [, count]) => total + count, 0);

const listed = (parts: readonly string[]): string =>
  parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)!}`;

/** The last text for each path. */
const lastOfEach = (files: readonly LedgerFile[]): readonly LedgerFile[] => [
  ...new Map(files.map((file) => [file.path, file])).values(),
];

const number = (count: number): string => count.toLocaleString("en-US");
const counted = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`;
