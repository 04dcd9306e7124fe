import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { addLogOptions, type LogOptions } from "../options/events-options.ts";

export interface DeadListOptions extends LogOptions {
  readonly group?: string;
  readonly limit: string;
  readonly after?: string;
  readonly json?: boolean;
}

export interface DeadShowOptions extends LogOptions {
  readonly json?: boolean;
}

export interface DeadChangeOptions extends LogOptions {
  readonly group?: string;
  readonly all?: boolean;
  readonly yes?: boolean;
  readonly as?: string;
}

const EXAMPLES = `
Examples:
  emend events dead list
  emend events dead show 17
  emend events dead replay 17 18
  emend events dead replay --all --group emend-decisions

A dead letter is an event that could not be handled: it was malformed, or every attempt failed. Replaying it
returns it to its group, with all its attempts available again.`;

/** `emend events dead …`: events that could not be handled. */
export function addEventsDead(events: Command, context: CliContext): void {
  const dead = events
    .command("dead")
    .description("events that could not be handled: list, show, replay, discard")
    .addHelpText("after", EXAMPLES);
  addLogOptions(dead.command("list"))
    .description("list dead letters, oldest first")
    .option("-g, --group <name>", "only those of this group")
    .option("-n, --limit <count>", "how many to show, up to 500", "50")
    .option("--after <id>", "continue after this id")
    .option("--json", "print {items: [{id, group, entry, body, reason, attempts, time}], next?}")
    .addHelpText("after", "\nExamples:\n  emend events dead list --group emend-decisions --json")
    .action(lazyAction(context, async () => (await import("./run-events-dead.ts")).listDead));
  addLogOptions(dead.command("show"))
    .description("show one dead letter with its event")
    .argument("<id>", "its id, as shown by `list`")
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExamples:\n  emend events dead show 17")
    .action(lazyAction(context, async () => (await import("./run-events-dead.ts")).showDead));
  addLogOptions(dead.command("replay"))
    .description("return dead letters to their group, to be handled again")
    .argument("[ids...]", "their ids, as shown by `list`")
    .option("--all", "all of them")
    .option("-g, --group <name>", "with --all: only those of this group")
    .addHelpText("after", "\nExamples:\n  emend events dead replay 17 18\n  emend events dead replay --all")
    .action(lazyAction(context, async () => (await import("./run-events-dead.ts")).replayDead));
  addLogOptions(dead.command("discard"))
    .description("delete dead letters permanently")
    .argument("[ids...]", "their ids, as shown by `list`")
    .option("--all", "all of them")
    .option("-g, --group <name>", "with --all: only those of this group")
    .option("-y, --yes", "with --all: do not ask")
    .option("--as <name>", "who did it, for the audit log (default: your user name)")
    .addHelpText(
      "after",
      "\nExamples:\n  emend events dead discard 17 --as ana\n\nThe store's audit log records who discarded what, even if the events are in Redis.",
    )
    .action(lazyAction(context, async () => (await import("./run-events-dead.ts")).discardDead));
}
