import { Writable } from "node:stream";
import type { CliContext } from "../cli-context.ts";
import type { CliIo } from "../cli-io.ts";

/** Shows what one of the safe commands would do, or runs it. What it prints goes to standard error. */
export async function runFix(
  command: string,
  phase: "show" | "run",
  { io: outer }: CliContext,
): Promise<void> {
  const isShown = phase === "show";
  const io: CliIo = {
    ...outer,
    // What was shown is not printed again, and a preview does not say how to run it.
    stdout: isShown ? outer.stderr : createSink(),
    stderr: isShown ? createSink() : outer.stderr,
  };
  const context: CliContext = { io, finish: () => undefined };
  const [, name, ...args] = command.split(" ");
  if (name === "init") {
    const { runInit } = await import("../init/run-init.ts");
    const parts = args[0] === "--for" ? { for: args[1]! } : {};
    return runInit({ ...parts, ...(isShown ? { dryRun: true } : { yes: true }) }, context);
  }
  if (name === "inject") {
    const { runInject } = await import("../inject/run-inject.ts");
    return runInject([], isShown ? { diff: true } : {}, context);
  }
  const { runHookTask } = await import("../hook/run-hook-task.ts");
  return runHookTask({ options: isShown ? { status: true } : { deliver: true } }, context);
}

const createSink = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
