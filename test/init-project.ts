import { spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach } from "vitest";
import { addInit } from "../src/cli/init/init.ts";
import { INIT_PORTS, type InitPorts } from "../src/cli/init/init-ports.ts";
import { person, proposing, ruleAfter, WRITER } from "./examples/example-rule.ts";
import type { CliRun } from "./run-cli.ts";
import { runCommand } from "./run-command.ts";

/** Files by their path with their text; null is a folder. */
export type Tree = Readonly<Record<string, string | null>>;

/** A new repository for each test, and what is above it. */
export let top = "";
export let folder = "";

/** Goes on in another folder, until the test is over. */
export function moveTo(other: string): void {
  folder = other;
}

/** To be called once in a file of tests. */
export function useInitProject(): void {
  beforeEach(() => {
    top = mkdtempSync(join(tmpdir(), "emend-init-"));
    folder = join(top, "project");
    spawnSync("git", ["init", "--quiet", folder]);
  });
  afterEach(() => rmSync(top, { recursive: true, force: true }));
}

/** Writes files, and folders where the text is null. */
export function plant(tree: Tree, at = folder): void {
  for (const [path, text] of Object.entries(tree)) {
    const place = join(at, path);
    mkdirSync(text === null ? place : dirname(place), { recursive: true });
    if (text !== null) writeFileSync(place, text);
  }
}

/** Every file, folder and link, with its mode and bytes, git's own aside. */
export function look(at = folder): Record<string, string> {
  const found: Record<string, string> = {};
  for (const path of readdirSync(at, { recursive: true, encoding: "utf8" }).toSorted()) {
    if (path === ".git" || path.startsWith(".git/")) continue;
    const place = join(at, path);
    const stats = lstatSync(place);
    const mode = (stats.mode & 0o777).toString(8);
    if (stats.isSymbolicLink()) found[path] = `link ${readlinkSync(place)}`;
    else found[path] = stats.isDirectory() ? `folder ${mode}` : `${mode} ${readFileSync(place, "base64")}`;
  }
  return found;
}

export const textOf = (path: string): string => readFileSync(join(folder, path), "utf8");
export const jsonOf = (path: string): unknown => JSON.parse(textOf(path));

export const PORTS: InitPorts = {
  ...INIT_PORTS,
  isOnPath: () => true,
  findAgent: () => undefined,
  installedAgents: () => [],
  program: ["emend"],
};

export const run = (
  args: readonly string[],
  ports: Partial<InitPorts> = {},
  stdin?: Readable,
): Promise<CliRun> =>
  runCommand((program, context) => addInit(program, context, { ...PORTS, ...ports }), ["init", ...args], {
    cwd: folder,
    ...(stdin === undefined ? {} : { stdin }),
  });

export const atTerminal = (answer: string): Readable =>
  Object.assign(Readable.from([Buffer.from(answer)]), { isTTY: true });

/** A store with one rule in force. */
const approved = ["ada", "ben"].map((name) => ({ type: "approve", version: 1, by: person(name) }) as const);
const rule = ruleAfter(
  proposing(WRITER, { text: "Close every file.", scope: { agents: [], paths: [] } }),
  ...approved,
);
export const openRules: InitPorts["openRules"] = async () => ({
  rules: { inForce: async () => [rule] },
  trials: { assignments: async () => [] },
  checks: { hookRuns: async () => [], running: async () => [] },
  close: async () => undefined,
});
