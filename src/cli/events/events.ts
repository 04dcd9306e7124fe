import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { collect } from "../options/collect.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { addEventsDead } from "./events-dead.ts";
import { addLogOptions, type LogOptions } from "../options/events-options.ts";

export interface StatusOptions extends LogOptions {
  readonly group?: readonly string[];
  readonly json?: boolean;
}

const RUN_EXAMPLES = `
Examples:
  emend events run
  emend events run --store postgres://emend@db/emend --redis redis://cache:6379

Reads decisions from the event log, publishes the store's events, evaluates recorded feedback and proposes rules
for what recurs, until Ctrl-C. Without --redis it uses the store's own log. You can run several at once: each event
is processed only once.`;

const STATUS_EXAMPLES = `
Examples:
  emend events status
  emend events status --redis redis://cache:6379 --group billing --json

Shows every group of the log: Emend's own (emend-decisions, emend-learn), one for each webhook endpoint, and those
of other programs. Unread events are never trimmed, so a group whose reader is gone for good makes the log grow.

--json prints {log, outbox, groups: [{group, endpoint, waiting, pending, dead}]}:
  outbox   events that the store still has to publish
  endpoint the webhook endpoint it delivers to, if any
  waiting  not delivered to a reader yet
  pending  delivered but not acknowledged, or to be retried
  dead     could not be handled; see \`emend events dead\``;

export function addEvents(program: Command, context: CliContext): void {
  const events = program
    .command("events")
    .description("the event log: process it, show its state, handle dead letters");
  addLogOptions(events.command("run"))
    .description("read decisions, publish events and learn until Ctrl-C")
    .addHelpText("after", RUN_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-events.ts")).runEvents));
  addLogOptions(events.command("status"))
    .description("show how far behind each group is, and how many events are unpublished")
    .option("-g, --group <name>", "also show this group if it has not read yet (repeatable)", collect)
    .option("--json", "print it as JSON")
    .addHelpText("after", STATUS_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-events-status.ts")).runEventsStatus));
  addEventsDead(events, context);
}
