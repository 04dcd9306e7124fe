import { spawn } from "node:child_process";
import type { Environment } from "./handle-request.ts";

/** Starts the command again beside this process, which neither waits for it nor hears from it. */
export function startDetached(
  launcher: string,
  args: readonly string[],
  cwd: string,
  env: Environment,
): void {
  try {
    const child = spawn(process.execPath, [launcher, ...args], {
      cwd,
      env,
      detached: true,
      stdio: "ignore",
      windowsHide: true,
    });
    // What cannot be started now is started at the next event.
    child.on("error", () => undefined);
    child.unref();
  } catch {
    // The same.
  }
}
