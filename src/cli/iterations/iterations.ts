import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { type StoreOptions, withStore } from "../options/store-option.ts";

interface TaskOptions extends StoreOptions {
  readonly agent?: string;
}

export interface IterationsRecordOptions extends TaskOptions {
  readonly task: string;
  readonly content?: string;
  /** Undefined without --verified and --no-verified. */
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
A loop of review and refinement produces one actionable-feedback document per round. Recorded here, the rounds show
what the loop itself cannot see: issues that return in different words, requests that undo earlier ones, new findings
on unchanged code, and whether the loop will converge.

An issue in 3 of the last 5 rounds is escalated once: \`record\` reports it, and webhooks receive iteration.escalated.`;

const RECORD_HELP = `
Examples:
  emend iterations record --task PAY-17 --agent rio round-1.json
  emend iterations record --task PAY-17 --content src/pay.ts < round-2.json
  emend iterations record --task PAY-17 --json round-3.json | jq '.history.outlook'

A document that does not match the schema is refused (exit code 1). A valid but vague one is recorded, with its
violations on standard error; --strict refuses it too. Recording the same document again changes nothing, unless it
now has quality_tracking with the outcome of its feedback. A different document for a recorded round is refused: round
numbers must increase. To start over, use another task name.

With --content, or the same target.version in two rounds, new findings on changed and on unchanged code are told
apart. Only hashes of the lines are stored, never the text.`;

const SHOW_HELP = `
Examples:
  emend iterations show PAY-17
  emend iterations show PAY-17 --agent rio --limit 20 --json

Whether items were followed and rounds improved is derived from the next round unless the document states it: an item
was followed if it does not come up again or its code changed; a round improved if the score rose. A * marks values
that the document states.
Targets: followed 90 % or more, improved 80 % or more, repeated 10 % or less, escalated 5 % or less.`;

const LIST_HELP = `
Examples:
  emend iterations list
  emend iterations list --agent rio --json | jq -r '.items[] | .task'`;

export function addIterations(program: Command, context: CliContext): void {
  const iterations = program
    .command("iterations")
    .description("feedback rounds on a task, what repeats and whether it converges: record, show, list")
    .addHelpText("after", ABOUT);
  withTask(iterations.command("record"))
    .description("record the feedback of one round")
    .argument("[file]", "the actionable-feedback document as JSON; - or nothing reads standard input")
    .requiredOption("--task <name>", "the task's name, the same in every round")
    .option("--content <file>", "the reviewed content that the feedback is about")
    .option("--verified", "this round's result passed its check")
    .option("--no-verified", "this round's result failed its check")
    .option("--strict", "refuse feedback that is not actionable")
    .option("--as <name>", "who records it (default: your user name)")
    .addHelpText("after", RECORD_HELP)
    .action(async (file: string | undefined, options: IterationsRecordOptions, command: Command) => {
      const { runIterationsRecord } = await import("./run-iterations.ts");
      const isGiven = command.getOptionValueSource("verified") === "cli";
      const { verified, ...rest } = options;
      await runIterationsRecord(file, isGiven ? { ...rest, verified: verified === true } : rest, context);
    });
  withTask(iterations.command("show"))
    .description("show the history of a task: rounds, rates, repeated issues, best round, outlook")
    .argument("<task>", "the task")
    .option("-n, --limit <count>", "how many rounds to show, up to 100", "5")
    .addHelpText("after", SHOW_HELP)
    .action(lazyAction(context, async () => (await import("./run-iterations.ts")).runIterationsShow));
  withTask(iterations.command("list"))
    .description("list tasks with recorded rounds, newest first")
    .option("-n, --limit <count>", "how many to show, up to 200", "20")
    .option("--after <cursor>", "the `next` of the previous page")
    .addHelpText("after", LIST_HELP)
    .action(lazyAction(context, async () => (await import("./run-iterations.ts")).runIterationsList));
}

const withTask = (command: Command): Command =>
  withStore(command.option("--agent <name>", "the agent that did the work"), "rounds are");
