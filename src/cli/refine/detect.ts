import { Option, type Command } from "commander";
import { SIGNAL_TYPES, type SignalType } from "../../core/signal/signal.ts";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";

export interface DetectOptions {
  readonly kind?: "tool_output" | "user_message";
  readonly exitCode?: string;
  readonly after?: string;
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly failOn?: readonly (SignalType | "any")[];
}

const EXAMPLES = `
Examples:
  npm test 2>&1 | emend detect --fail-on verification_failure
  emend detect build.log server.log --json
  echo "Works, but the header is too wide." | emend detect --kind user_message
  emend detect message.txt --after conversation.jsonl

--exit-code decides whether there is a failure. Whether a message is a rejection
depends on what came before it. Pass that with --after: a JSON list of
{role, text}, one message per line (such as a transcript of Claude Code), or the
agent's last answer as plain text. With an empty file the message starts the
conversation.

Prints one of ${SIGNAL_TYPES.join(", ")}, or none, and marks
the evidence. Logs of any size are read as a stream.

With --json, one file gives {type, confidence, evidence, facts}, and several give
{items: [{file, type, …}], next: null}.

With --jsonl each line is {id, text, kind?, exit_code?, history?}, where history
is a list of {role, text}, and is answered by {id, type, confidence, evidence,
facts}; type is null if nothing failed. What a person wants from now on is in
facts.standing_instruction, with or without a failure.`;

export function addDetect(program: Command, context: CliContext): void {
  program
    .command("detect")
    .description("detect failures in logs, tool output or chat, with evidence")
    .argument("[files...]", "the files to read (default: standard input)")
    .addOption(
      new Option("--kind <kind>", "where the text comes from, if known").choices([
        "tool_output",
        "user_message",
      ]),
    )
    .option("--exit-code <number>", "exit code of the command that printed the text")
    .option(
      "--after <file>",
      "the conversation before it: messages as JSON, a transcript, or the last answer",
    )
    .option("--json", "print the signals as JSON")
    .addOption(
      new Option("--jsonl", "read one object per line, print one per line").conflicts(["json", "after"]),
    )
    .addOption(
      new Option("--fail-on <types...>", "exit with 1 if one of these is found").choices([
        ...SIGNAL_TYPES,
        "any",
      ]),
    )
    .addHelpText("after", EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-detect.ts")).runDetect));
}
