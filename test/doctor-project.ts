import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { VERSION } from "../src/cli/version.ts";
import type { DoctorCheck } from "../src/cli/doctor/doctor-check.ts";
import { openDatabase } from "../src/drivers/sql/sqlite/better-sqlite.ts";
import { bringIntoForce } from "./active-rules.ts";
import { SOURCE_BIN } from "./bin.ts";
import { runCli } from "./run-cli.ts";
import { withStore } from "./with-store.ts";

export let template = "";
export let top = "";
export let folder = "";
export let env: Record<string, string> = {};
function use(place: string): void {
  top = place;
  folder = join(place, "work");
  mkdirSync(join(place, "bin"), { recursive: true });
  env = {
    HOME: place,
    USER: "ada",
    PATH: `${join(place, "bin")}:${process.env["PATH"] ?? ""}`,
    EMEND_SERVER_PORT: "9",
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
  };
}
export const text = (path: string): string => readFileSync(join(folder, path), "utf8");
export function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
export function shim(path: string, script: string): void {
  mkdirSync(dirname(join(top, path)), { recursive: true });
  writeFileSync(join(top, path), `#!/bin/sh\n${script}\n`);
  chmodSync(join(top, path), 0o755);
}
const now = (): string => new Date().toISOString();
export const run = (...args: readonly string[]) => runCli(args, { cwd: folder, env, now: now() });

interface Examined {
  readonly code: number;
  readonly checks: readonly DoctorCheck[];
}
export async function doctor(...args: readonly string[]): Promise<Examined> {
  const { code, stdout } = await run("doctor", "--json", ...args);
  return { code, checks: (JSON.parse(stdout) as Examined).checks };
}
export const wrongIn = ({ checks }: Examined) => checks.filter(({ state }) => state !== "ok");

/** For breaks that concern no agent, so that no program has to be started. */
export function withoutAgents(): void {
  for (const path of [".claude", ".mcp.json", ".emend/init.json"])
    rmSync(join(folder, path), { recursive: true });
}

export function changeStore(...statements: readonly string[]): void {
  const database = openDatabase(join(folder, ".emend/emend.db"));
  for (const statement of statements) database.exec(statement);
  database.close();
}

export const set = (name: string, value: string | undefined): void => {
  if (value === undefined) delete env[name];
  else env[name] = value;
};

/** Runs the command that doctor names, as a user would in a shell. */
export function follow(mend: string): void {
  // What follows in brackets is for those whose settings init did not write.
  const command = mend.replace(/ \(if .*$/, "").replace(/^emend init --for \S+$/, "$& --yes");
  const { status, stderr } = spawnSync("sh", ["-c", command], { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
}

/** A project with a hook and an MCP server of Claude Code and a rule in force, as `emend init` and people leave it. To be called once in a file. */
export function useDoctorProject(): void {
  beforeAll(async () => {
    template = mkdtempSync(join(tmpdir(), "emend-doctor-"));
    use(template);
    // What agents start is quick here; the first test has them start Emend itself.
    shim(
      "quick/emend",
      `case "$1" in --version) echo ${VERSION} ;; mcp) read -r line; echo '{"result":{"serverInfo":{}}}' ;; *) cat > /dev/null ;; esac`,
    );
    shim("bin/emend", `exec "${process.execPath}" "${SOURCE_BIN}" "$@"`);
    execFileSync("git", ["init", "--quiet", folder]);
    execFileSync("git", ["-C", folder, "config", "user.name", "Ada"]);
    write("CLAUDE.md", "# Our shop\n");
    await run("init", "--yes", "--command", join(top, "quick/emend"));
    await withStore(folder, (store) =>
      bringIntoForce(store, "Close every file.", { scope: { agents: [], paths: [] } }),
    );
    await run("inject");
  });
  beforeEach(() => {
    use(mkdtempSync(join(tmpdir(), "emend-doctor-")));
    cpSync(template, top, { recursive: true, verbatimSymlinks: true });
    // The settings of agents name the program by its path.
    for (const path of [".claude/settings.json", ".mcp.json"])
      write(path, text(path).replaceAll(template, top));
    const record = text(".emend/init.json").replaceAll(template, top);
    write(".emend/init.json", record);
  });
  afterEach(() => rmSync(top, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  afterAll(() => rmSync(template, { recursive: true, force: true }));
}
