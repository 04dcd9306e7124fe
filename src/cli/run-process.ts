import type { CliIo } from "./cli-io.ts";
import { parseHookArguments } from "./hook/hook-arguments.ts";

/** Streams are created on first use, because creating them takes a while. */
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

export async function runProcess(): Promise<void> {
  const argv = process.argv.slice(2);
  const hook = argv[0] === "hook" ? parseHookArguments(argv.slice(1)) : undefined;
  if (hook !== undefined) {
    // An agent waits for its hook at every step, so the hook runs before other commands are loaded. It exits
    // with 0, unless an edit is refused in an agent that only understands exit codes.
    const { runHook } = await import("./hook/run-hook.ts");
    let code = 0;
    await runHook(hook, PROCESS_IO, () => {
      code = 2;
    }).catch(() => undefined);
    process.exit(code);
  }
  // A reader that closes early (`| head`) is not a failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  const { main } = await import("./main.ts");
  process.exitCode = await main(argv, PROCESS_IO);
}
