import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** In every file outside. Whatever prints, stores or sends this word has read a file that it must not read. */
export const CANARY = "canary-5f1e7c0a9b";

/** Files as a user has them around a clone. */
const FILES: Readonly<Record<string, string>> = {
  ".bashrc": `export PS1='${CANARY} $ '\n`,
  "private.key": `-----BEGIN PRIVATE KEY-----\n${CANARY}\n-----END PRIVATE KEY-----\n`,
  "token.txt": `${CANARY}\n`,
  "notes.txt": `${CANARY}\n`,
  "settings.yaml": `agent: ${CANARY}\n`,
  "vectors.json": JSON.stringify({ model: CANARY, centres: {} }),
  "old/report.txt": `${CANARY}\n`,
  "old/letters/one.txt": `${CANARY}\n`,
  "old/0000000000000-00000000000000000000000000000000.json": `{"${CANARY}": 1}\n`,
  "old/00000000000000000000000000000000.json": `{"${CANARY}": 1}\n`,
  "ledger/rules/active/a.yaml": `text: ${CANARY}\n`,
};

/** The folder beside the clone that nothing may read, change or delete. */
export interface OutsideFolder {
  readonly path: string;
  /** What was added, changed or removed since the folder was made. */
  changes(): readonly string[];
  /** Which of the repository's programs were run, such as `fsmonitor`. */
  ran(): readonly string[];
}

const RAN = "ran";

export function makeOutsideFolder(path: string): OutsideFolder {
  for (const [name, text] of Object.entries(FILES)) {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    // Old enough for whatever deletes what is old.
    utimesSync(file, new Date("2020-01-01"), new Date("2020-01-01"));
  }
  mkdirSync(join(path, RAN));
  mkdirSync(join(path, "empty"));
  const before = look(path);
  return {
    path,
    changes: () => {
      const after = look(path);
      return [...new Set([...before.keys(), ...after.keys()])]
        .filter((name) => before.get(name) !== after.get(name))
        .map((name) => `${name}: ${before.get(name) ?? "absent"} -> ${after.get(name) ?? "absent"}`)
        .toSorted();
    },
    ran: () =>
      existsSync(join(path, RAN)) ? readdirSync(join(path, RAN)).toSorted() : ["the folder is gone"],
  };
}

/** A shell command that leaves a mark when something runs it. */
export const markOf = (outside: string, name: string): string => `touch '${join(outside, RAN, name)}'`;

function look(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
    const file = join(folder, name);
    const stats = lstatSync(file);
    if (stats.isSymbolicLink()) found.set(name, `link to ${readlinkSync(file)}`);
    else if (stats.isFile()) {
      const hash = createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 12);
      found.set(name, `file ${hash} of ${stats.mtimeMs}, mode ${(stats.mode & 0o777).toString(8)}`);
    } else found.set(name, stats.isDirectory() ? "folder" : "special file");
  }
  return found;
}
