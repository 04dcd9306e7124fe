import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";

interface TaskOptions {
  readonly agent?: string;
  readonly store?: string;
  readonly json?: boolean;
}

export interface IterationsRecordOptions extends TaskOptions {
  readonly task: string;
  readonly content?: string;
  /** Undefined when neither --verified nor --no-verified was given. */
  readonly verified?: boolean;
  readonly strict?: boolean;
  readonly as?: string;
}

export interface IterationsShowOptions extends TaskOptions {
  readonly limit: string;
}

export interface IterationsListOptions extends TaskOptions {
  readonly limit: string;
  readonly after?: string;
}

const ABOUT = `
A loop that reviews and refines keeps one actionable-feedback document for each round. Recorded here, the rounds show
what the loop itself cannot see: issues that come back in other words, demands that undo earlier ones, new findings on
code that did not change, and whether the loop will settle.

An issue in 3 of the last 5 rounds escalates once: \`record\` says so, and webhooks get iteration.escalated.`;

const RECORD_HELP = `
Examples:
  emend iterations record --task PAY-17 --agent rio round-1.json
  emend iterations record --task PAY-17 --content src/pay.ts < round-2.json
  emend iterations record --task PAY-17 --json round-3.json | jq '.history.outlook'

A document that does not fit the schema is refused (exit code 1). One that fits but is vague is recorded, with its
violations on standard error; --strict refuses it too. The same document again changes nothing; sent again with
quality_tracking, it tells what became of its feedback. Another document for a recorded round is refused: rounds are
numbered upwards, and a fresh start uses another task name.

With --content, or the same target.version in two rounds, new findings are told apart by whether their code changed.
Only prints of the lines are kept, never the text.`;

const SHOW_HELP = `
Examples:
  emend iterations show PAY-17
  emend iterations show PAY-17 --agent rio --limit 20 --json

Follow and improvement are worked out from the next round unless the document says them: an item is followed when it
no longer comes up or its place changed, and a round improved when the score rose. A * marks what the document said.
Targets: followed 90 % or more, improved 80 % or more, repeated 10 % or less, escalated 5 % or less.`;

const LIST_HELP = `
Examples:
  emend iterations list
  emend iterations list --agent rio --json | jq -r '.items[] | .task'`;

/** `emend iterations`: the rounds of feedback on a task. */
export function addIterations(program: Command, context: CliContext): void {
  const iterations = program
    .command("iterations")
    .description("rounds of feedback on a task, what repeats and whether it settles: record, show, list")
    .addHelpText("after", ABOUT);
  withTask(iterations.command("record"))
    .description("record the feedback of one round")
    .argument("[file]", "the actionable-feedback document as JSON; standard input when left out or -")
    .requiredOption("--task <name>", "the task, named the same in every round")
    .option("--content <file>", "what the feedback is about, as it was reviewed")
    .option("--verified", "the result of this round was checked and passed")
    .option("--no-verified", "the result of this round was checked and failed")
    .option("--strict", "refuse feedback that is not fit to act on")
    .option("--as <name>", "who records it (default: your user name)")
    .addHelpText("after", RECORD_HELP)
    .action(async (file: string | undefined, options: IterationsRecordOptions, command: Command) => {
      const { runIterationsRecord } = await import("./run-iterations.ts");
      const isGiven = command.getOptionValueSource("verified") === "cli";
      const { verified, ...rest } = options;
      await runIterationsRecord(file, isGiven ? { ...rest, verified: verified === true } : rest, context);
    });
  withTask(iterations.command("show"))
    .description("the history of a task: rounds, rates, repeated issues, best round, outlook")
    .argument("<task>", "the task")
    .option("-n, --limit <count>", "how many rounds to show, up to 100", "5")
    .addHelpText("after", SHOW_HELP)
    .action(async (task: string, options: IterationsShowOptions) => {
      const { runIterationsShow } = await import("./run-iterations.ts");
      await runIterationsShow(task, options, context);
    });
  withTask(iterations.command("list"))
    .description("tasks with recorded rounds, the latest first")
    .option("-n, --limit <count>", "how many to show, up to 200", "20")
    .option("--after <cursor>", "the `next` of the previous page")
    .addHelpText("after", LIST_HELP)
    .action(async (options: IterationsListOptions) => {
      const { runIterationsList } = await import("./run-iterations.ts");
      await runIterationsList(options, context);
    });
}

const withTask = (command: Command): Command =>
  command
    .option("--agent <name>", "whose work it is")
    .option("--store <file>", "where rounds are kept (default: .emend/emend.db)")
    .option("--json", "print the answer as JSON");
