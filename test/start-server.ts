import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { BUILT_BIN } from "./bin.ts";

export interface StartedServer {
  readonly url: string;
  /** There for the first server on a new store. */
  readonly token?: string;
  readonly child: ChildProcess;
  readonly stop: () => Promise<number | null>;
}

/** Starts the built server as a process of its own, and answers once it listens. */
export async function startServer(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<StartedServer> {
  // Its own folder, since several servers may be started in one.
  const kept = join(mkdtempSync(join(tmpdir(), "emend-token-")), "token");
  const child = spawn(process.execPath, [BUILT_BIN, "serve", "--admin-token-file", kept, ...args], {
    cwd,
    env: { ...process.env, EMEND_SERVER_REQUESTS_PER_MINUTE: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.resume();
  const ready = new Promise<string>((resolve, reject) => {
    let heard = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (heard.length < 20_000) heard += text;
      const url = /emend: (http:\S+) on|emend: worker on/.exec(heard);
      if (url !== null) resolve(url[1] ?? "");
    });
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${heard}`)));
  });
  const url = await ready;
  const token = existsSync(kept) ? readFileSync(kept, "utf8").trim() : undefined;
  rmSync(dirname(kept), { recursive: true, force: true });
  return {
    url,
    child,
    ...(token === undefined ? {} : { token }),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill("SIGTERM");
      await once(child, "exit");
      return child.exitCode;
    },
  };
}

const TICKS_A_SECOND = 100;

/** Processor seconds that a process has used so far; Linux only, and nothing elsewhere. */
export function cpuSeconds({ pid }: ChildProcess): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  } catch {
    return undefined;
  }
}
