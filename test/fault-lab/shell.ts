import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs a command of the system; a failure says what the command said. */
export async function shell(command: string, ...args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run(command, args, { timeout: 60_000 });
    return stdout.trim();
  } catch (error) {
    const { stderr = "", message } = error as Error & { stderr?: string };
    throw new Error(`${command} ${args[0] ?? ""}: ${(stderr || message).trim().split("\n")[0]}`, {
      cause: error,
    });
  }
}

/** The same at once and without an answer, for the end of this process. */
export const shellAtExit = (command: string, ...args: readonly string[]): void =>
  void spawnSync(command, args, { timeout: 10_000 });
