import { Option, type Command } from "commander";
import { SIGNAL_TYPES, type SignalType } from "../../core/signal/signal.ts";
import type { CliContext } from "../cli-context.ts";

export interface DetectOptions {
  readonly kind?: "tool_output" | "user_message";
  readonly exitCode?: string;
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly failOn?: readonly (SignalType | "any")[];
}

const EXAMPLES = `
Examples:
  npm test 2>&1 | emend detect --fail-on verification_failure
  emend detect build.log server.log --json
  echo "Works, but the header is too wide." | emend detect --kind user_message

Answers with one of ${SIGNAL_TYPES.join(", ")}, or none; what
speaks for it is shown in place. Logs of any size are read as a stream.

With --jsonl each line is {id, text, kind?, exit_code?} and is answered by
{id, type, confidence, evidence, facts}; type is null when nothing failed.`;

export function addDetect(program: Command, context: CliContext): void {
  program
    .command("detect")
    .description("failure heard in logs, tool output or chat, with its evidence")
    .argument("[files...]", "texts to listen to; standard input when left out")
    .addOption(
      new Option("--kind <kind>", "where the text comes from, when that is known").choices([
        "tool_output",
        "user_message",
      ]),
    )
    .option("--exit-code <number>", "exit code of the command that printed the text")
    .option("--json", "print the signals as JSON")
    .addOption(new Option("--jsonl", "one object a line in, one out").conflicts("json"))
    .addOption(
      new Option("--fail-on <types...>", "exit 1 when one of these is heard").choices([
        ...SIGNAL_TYPES,
        "any",
      ]),
    )
    .addHelpText("after", EXAMPLES)
    .action(async (files: readonly string[], options: DetectOptions) => {
      const { runDetect } = await import("./run-detect.ts");
      await runDetect(files, options, context);
    });
}
