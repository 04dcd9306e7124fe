import { Readable } from "node:stream";
import { Command } from "commander";
import type { CliContext } from "../src/cli/cli-context.ts";
import { CliError } from "../src/cli/cli-error.ts";
import { collectOutput } from "./collect-output.ts";
import type { CliRun } from "./run-cli.ts";

export interface RunCommandOptions {
  readonly stdin?: string | Buffer | Readable;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => Date;
  readonly openEmend?: NonNullable<CliContext["openEmend"]>;
  /** Columns of the terminal that standard error is; none when left out. */
  readonly terminal?: number;
}

/** Runs one command by itself, with whatever the test hands to `add`. */
export async function runCommand(
  add: (program: Command, context: CliContext) => void,
  args: readonly string[],
  options: RunCommandOptions = {},
): Promise<CliRun> {
  const [stdout, stderr] = [collectOutput(), collectOutput()];
  if (options.terminal !== undefined) {
    Object.assign(stderr.stream, { isTTY: true, columns: options.terminal });
  }
  let code = 0;
  const program = new Command("emend")
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.stream.write(text),
      writeErr: (text) => void stderr.stream.write(text),
    });
  add(program, {
    io: {
      stdin: toStream(options.stdin),
      stdout: stdout.stream,
      stderr: stderr.stream,
      env: options.env ?? {},
      cwd: options.cwd ?? process.cwd(),
      now: options.now ?? (() => new Date("2026-03-10T11:42:00Z")),
    },
    ...(options.openEmend === undefined ? {} : { openEmend: options.openEmend }),
    finish: (ended) => {
      code = ended;
    },
  });
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    code = error.exitCode;
    stderr.stream.write(`emend: ${error.message} [${error.code}]\n`);
  }
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function toStream(stdin: RunCommandOptions["stdin"]): Readable {
  if (stdin instanceof Readable) return stdin;
  return Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)]);
}
