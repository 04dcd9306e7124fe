import type { CliIo } from "./cli-io.ts";
import { hookArguments } from "./hook/hook-arguments.ts";

/** The process's own; a stream is made when it is first used, which takes a while. */
const PROCESS_IO: CliIo = {
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
  env: process.env,
  cwd: process.cwd(),
  now: () => new Date(),
};

/** Runs the command line of this very process. */
export async function runProcess(): Promise<void> {
  const argv = process.argv.slice(2);
  const hook = argv[0] === "hook" ? hookArguments(argv.slice(1)) : undefined;
  if (hook !== undefined) {
    // An agent waits for its hook at every step: it is answered before the other commands are loaded, and always with 0.
    const { runHook } = await import("./hook/run-hook.ts");
    await runHook(hook, PROCESS_IO).catch(() => undefined);
    process.exit(0);
  }
  // A reader that closes early (`| head`) is no failure of ours.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  const { main } = await import("./main.ts");
  process.exitCode = await main(argv, PROCESS_IO);
}
