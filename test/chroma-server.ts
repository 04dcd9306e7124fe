import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "./free-port.ts";
import { installChroma } from "./install-chroma.ts";

export interface ChromaServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a real Chroma on a free port of this machine, in a folder that goes with it. */
export async function startChroma(): Promise<ChromaServer> {
  const folder = mkdtempSync(join(tmpdir(), "emend-chroma-"));
  const port = await freePort();
  const command = await installChroma();
  const flags = ["run", "--path", folder, "--host", "127.0.0.1", "--port", String(port)];
  const child = spawn(process.execPath, [command, ...flags], { stdio: "ignore" });
  const clean = (): void => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  // A test that fails may never get to stop it.
  process.once("exit", clean);
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 30_000;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`Chroma ended with ${child.exitCode}`);
    if (Date.now() > deadline) throw new Error(`Chroma does not answer at ${url}`);
    await setTimeout(20);
  }
  return {
    url,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      clean();
      process.off("exit", clean);
    },
  };
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/api/v2/heartbeat`).then(
    (response) => response.ok,
    () => false,
  );
