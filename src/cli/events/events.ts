import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { collect } from "../options/collect.ts";
import type { EventPorts } from "../open/event-ports.ts";
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

Takes in decisions from the event log, publishes what the store has to tell, evaluates what was recorded and
proposes rules for what recurs, until Ctrl-C. Without --redis the log is the store's own. Run it as often as
there is work: each event has its effect once.`;

const STATUS_EXAMPLES = `
Examples:
  emend events status
  emend events status --redis redis://cache:6379 --group billing --json

Shows every group of the log: Emend's own (emend-decisions, emend-learn), one for each endpoint of webhooks, and those
of other programs. What a group has not read is never trimmed, so one whose reader is gone for good keeps the log growing.

--json prints {log, outbox, groups: [{group, endpoint, waiting, pending, dead}]}:
  outbox   events that the store still has to publish
  endpoint whom it tells, where it reads for webhooks
  waiting  not handed to a reader yet
  pending  handed out and not answered, or to be tried again
  dead     given up; see \`emend events dead\``;

export function addEvents(program: Command, context: CliContext, ports?: EventPorts): void {
  const events = program
    .command("events")
    .description("the event log: run it, how far readers are, dead letters");
  addLogOptions(events.command("run"))
    .description("take in decisions, publish events and learn until Ctrl-C")
    .addHelpText("after", RUN_EXAMPLES)
    .action(async (options: LogOptions) => {
      const { runEvents } = await import("./run-events.ts");
      await runEvents(options, context, ports);
    });
  addLogOptions(events.command("status"))
    .description("how far each group of readers is behind, and what waits to be published")
    .option("-g, --group <name>", "a group to show that has not read yet (repeatable)", collect)
    .option("--json", "print it as JSON")
    .addHelpText("after", STATUS_EXAMPLES)
    .action(async (options: StatusOptions) => {
      const { runEventsStatus } = await import("./run-events-status.ts");
      await runEventsStatus(options, context, ports);
    });
  addEventsDead(events, context, ports);
}
