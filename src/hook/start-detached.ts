import { spawn } from "node:child_process";
import type { Environment } from "./handle-request.ts";

/** Starts this command in a background process. Failures are ignored: the next event tries again. */
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
    child.on("error", () => undefined);
    child.unref();
  } catch {
    // See above.
  }
}
