import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import type { EventPorts } from "../open/event-ports.ts";

export interface DemoOptions {
  readonly seed: string;
  readonly days: string;
  readonly store: string;
  readonly serve?: boolean;
  readonly fresh?: boolean;
  readonly host?: string;
  readonly port?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  emend demo --serve
  emend demo --serve --port 8080 --fresh
  emend demo --seed 7 --days 90 --store /tmp/story/emend.db

Makes a store with eight weeks of invented work: agents, people who correct them, rules that help, one that does not, one
whose mistake came back, proposals and work that wait. Everything goes in through the API of a real server whose clock is
moved from the first day to now, so what Emend makes of it is its own work. The same seed tells the same history.

A store that holds anything else is never written to. --serve makes the demo where there is none, then serves it and prints
a link that logs a browser in; --fresh makes it anew. --json prints {store, seed, days, made_at, seconds, counts}.`;

export function addDemo(program: Command, context: CliContext, ports?: EventPorts): void {
  program
    .command("demo")
    .description("a store with a believable history to look at; --serve opens it")
    .option("--seed <number>", "another number tells another history", "1")
    .option("--days <number>", "how long it is, from 7 to 180", "56")
    .option("--store <file>", "where it is kept, beside what belongs to it", ".emend-demo/emend.db")
    .option("--serve", "make it where it is missing, then serve it")
    .option("--fresh", "make it anew, whatever was done to it since")
    .option("--host <address>", "with --serve: listen on this address (default: 127.0.0.1)")
    .option("--port <number>", "with --serve: listen on this port, 0 for a free one (default: 4180)")
    .option("--json", "print what was made as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (options: DemoOptions) => {
      const { runDemo } = await import("./run-demo.ts");
      await runDemo(options, context, ports);
    });
}
