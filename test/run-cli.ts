import { Readable } from "node:stream";
import { main } from "../src/cli/main.ts";
import { collectOutput } from "./collect-output.ts";

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in this process, as a shell without a terminal would. */
export async function runCli(
  args: readonly string[],
  options: { stdin?: string; cwd?: string; env?: Record<string, string>; now?: string } = {},
): Promise<CliRun> {
  const stdout = collectOutput();
  const stderr = collectOutput();
  const code = await main(args, {
    stdin: Readable.from(options.stdin === undefined ? [] : [Buffer.from(options.stdin)]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: options.env ?? {},
    cwd: options.cwd ?? process.cwd(),
    now: () => new Date(options.now ?? "2026-11-15T12:00:00Z"),
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}
