import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { type StoreOptions, withStore } from "../options/store-option.ts";

export interface TrialsListOptions extends StoreOptions {
  readonly limit: string;
  readonly after?: string;
  readonly state?: string;
  readonly rule?: string;
}

export interface TrialsStartOptions extends StoreOptions {
  readonly share?: string;
  readonly withdraw?: boolean;
  readonly margin?: string;
  readonly anyway?: boolean;
  readonly as?: string;
}

export interface TrialsStopOptions extends StoreOptions {
  readonly reason: string;
  readonly as?: string;
}

const LIST_EXAMPLES = `
Examples:
  emend trials list
  emend trials list --state running --json | jq '.items[] | {rule_id, verdict, e_value}'

Most recently changed first. --json prints {items, next}.`;

const SHOW_EXAMPLES = `
Example:
  emend trials show tr_1a2b3c

Shows the evidence as it came in: its strength after each recurrence on a scale where each line is ten
times the one below, and how much of the mistake the rule prevents, with an interval that holds however
often you look. A verdict needs evidence of 20, or more if many trials run at once.`;

const START_EXAMPLES = `
Examples:
  emend trials start ru_1a2b3c
  emend trials start ru_1a2b3c --share 0.8
  emend trials start ru_1a2b3c --withdraw

Each task is given the rule or not, by chance, and its retries stay together. A task is what your agent
names as --task, else its run. Work that names neither is given the rule and proves nothing.
The trial ends by itself: \`works\` keeps the rule, \`harms\` retires it at once, and \`makes no difference\`
flags it, so that people retire it. \`--withdraw\` asks whether a rule in force is still needed.
Needs a worker: \`emend serve\`. Exit code 1 if it is refused, such as for a mistake that is too rare.`;

const STOP_EXAMPLES = `
Example:
  emend trials stop tr_1a2b3c --reason "the release cannot wait"

Every task is given the rule from now on.`;

export function addTrials(program: Command, context: CliContext): void {
  const trials = program
    .command("trials")
    .description("prove that a rule works: give it to some tasks and withhold it from others, by chance");
  withStore(trials.command("list"), "trials are")
    .description("list trials with their verdicts")
    .option("-n, --limit <count>", "how many to show, 1 to 500", "50")
    .option("--after <next>", "continue after the previous page: its `next`")
    .option("--state <state>", "only those that are running or stopped")
    .option("--rule <id>", "only trials of this rule")
    .addHelpText("after", LIST_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-trials.ts")).runTrialsList));
  withStore(trials.command("show"), "trials are")
    .description("show the evidence of one trial as it came in")
    .argument("<id>", "a trial's id or a prefix of it")
    .addHelpText("after", SHOW_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-trials.ts")).runTrialsShow));
  withStore(trials.command("start"), "trials are")
    .description("start a trial of a rule that is in force or waits for approval")
    .argument("<rule>", "the rule's id or a prefix of it")
    .option("--share <share>", "the share of tasks that are given the rule, such as 0.8")
    .option("--withdraw", "ask whether a rule in force is still needed")
    .option("--margin <share>", "with --withdraw: how much the mistake may rise, such as 0.25")
    .option("--anyway", "start it even if nobody would wait for the verdict")
    .option("--as <name>", "who starts it (default: your user name)")
    .addHelpText("after", START_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-trials.ts")).runTrialsStart));
  withStore(trials.command("stop"), "trials are")
    .description("stop a trial without a verdict")
    .argument("<id>", "a trial's id or a prefix of it")
    .requiredOption("-r, --reason <why>", "why it stops")
    .option("--as <name>", "who stops it (default: your user name)")
    .addHelpText("after", STOP_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-trials.ts")).runTrialsStop));
}
