import type { CliIo } from "./cli-io.ts";
import { main } from "./main.ts";

/** Runs the command line of this very process. */
export async function runProcess(): Promise<void> {
  // A reader that closes early (`| head`) is no failure of ours.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  const io: CliIo = {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    now: () => new Date(),
  };
  process.exitCode = await main(process.argv.slice(2), io);
}
