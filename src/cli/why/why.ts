import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { collect } from "../options/collect.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { type StoreOptions, withStore } from "../options/store-option.ts";

export interface PromptOptions extends StoreOptions {
  readonly agent: string;
  readonly at?: string;
  readonly run?: string;
  readonly task?: string;
  readonly files?: readonly string[];
}

const WHY_EXAMPLES = `
Examples:
  emend why HEAD
  emend why 1a2b3c4 src/io.ts
  emend why HEAD src/io.ts:42
  emend why 1a2b3c4 --json | jq '.runs[].rules[] | {rule_id, version, approvals}'

Shows which rules, reminders and checks the agent had when it made the commit, in which versions, who
approved them and from which corrections, what was withheld and why, and what people said about the work
later. FILE:LINE finds the commit that last changed that line. The hook records which run made a commit;
else a git note may name it, else it is the last run before the commit, and the answer says "probably".
--json prints {commit, author, committed_at, subject, line, reverted_by, runs: [{run, agent, certainty, rules,
withheld, reminders, checks, feedback, recurrences, …}]}.`;

const PROMPT_EXAMPLES = `
Examples:
  emend prompt --agent rio --at 2026-03-01T17:04:00Z
  emend prompt --agent rio --at 2026-03-01T17:04:00Z --task ISSUE-7 base.md
  emend prompt --agent rio --run 2026-03-01-17 base.md

Prints the prompt that the agent was given at that moment, byte for byte: the rules in force then, in the
versions of then, without those that a flag, a check or a trial took out. With --run it is the prompt of a
recorded run, and a digest proves it. The base prompt is not stored; name its file to have it in front.
A prompt that Emend does not know for certain is an error, exit code 1, and never a guess.
--json prints {at, prompt, rules, withheld, withheld_more, tokens}.`;

export function addWhy(program: Command, context: CliContext): void {
  withStore(program.command("why"), "runs are")
    .description("show what an agent had been told when it made a commit, and what became of the work")
    .argument("<commit>", "a commit, as git names it")
    .argument("[place]", "a file of it, or FILE:LINE for the commit that last changed the line")
    .addHelpText("after", WHY_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-why.ts")).runWhy));
}

export function addPrompt(program: Command, context: CliContext): void {
  withStore(program.command("prompt"), "rules are")
    .description("show the prompt that an agent was given at a moment, byte for byte")
    .argument("[file]", "the base prompt of then, - for standard input (default: none)")
    .requiredOption("-a, --agent <name>", "the agent")
    .option("--at <time>", "the moment, such as 2026-03-01T17:04:00Z")
    .option("--run <name>", "the prompt of this recorded run")
    .option("--task <name>", "with --at: the task, or the run of work without one; trials go by it")
    .option("-f, --files <path>", "with --at: a file that the work was about (repeatable)", collect)
    .addHelpText("after", PROMPT_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-prompt.ts")).runPrompt));
}
