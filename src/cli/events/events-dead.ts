import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import type { EventPorts } from "../open/event-ports.ts";
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

A dead letter is an event that was given up: it was malformed, or every attempt at it failed. Replaying
gives it back to the group it died in, with all attempts before it.`;

/** `emend events dead …`: what readers gave up on. */
export function addEventsDead(events: Command, context: CliContext, ports?: EventPorts): void {
  const dead = events
    .command("dead")
    .description("events that were given up: list, show, replay, discard")
    .addHelpText("after", EXAMPLES);
  addLogOptions(dead.command("list"))
    .description("dead letters, oldest first")
    .option("-g, --group <name>", "those of one group")
    .option("-n, --limit <count>", "how many at most, up to 500", "50")
    .option("--after <id>", "go on after this one")
    .option("--json", "print {items: [{id, group, entry, body, reason, attempts, time}], next?}")
    .addHelpText("after", "\nExamples:\n  emend events dead list --group emend-decisions --json")
    .action(async (options: DeadListOptions) => {
      const { listDead } = await import("./run-events-dead.ts");
      await listDead(options, context, ports);
    });
  addLogOptions(dead.command("show"))
    .description("one dead letter with its event")
    .argument("<id>", "as `list` shows it")
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExamples:\n  emend events dead show 17")
    .action(async (id: string, options: DeadShowOptions) => {
      const { showDead } = await import("./run-events-dead.ts");
      await showDead(id, options, context, ports);
    });
  addLogOptions(dead.command("replay"))
    .description("give dead letters back to the group they died in")
    .argument("[ids...]", "as `list` shows them")
    .option("--all", "all there are")
    .option("-g, --group <name>", "with --all: all of this group")
    .addHelpText("after", "\nExamples:\n  emend events dead replay 17 18\n  emend events dead replay --all")
    .action(async (ids: readonly string[], options: DeadChangeOptions) => {
      const { changeDead } = await import("./run-events-dead.ts");
      await changeDead("replay", ids, options, context, ports);
    });
  addLogOptions(dead.command("discard"))
    .description("remove dead letters for good")
    .argument("[ids...]", "as `list` shows them")
    .option("--all", "all there are")
    .option("-g, --group <name>", "with --all: all of this group")
    .option("-y, --yes", "with --all: do not ask")
    .option("--as <name>", "who is written down as having done it (default: who is logged in)")
    .addHelpText(
      "after",
      "\nExamples:\n  emend events dead discard 17 --as ana\n\nThe audit log of the store says who discarded what, also where the events are in Redis.",
    )
    .action(async (ids: readonly string[], options: DeadChangeOptions) => {
      const { changeDead } = await import("./run-events-dead.ts");
      await changeDead("discard", ids, options, context, ports);
    });
}
