import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";

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

Creates a store with eight weeks of invented work: agents, people who correct them, rules that help, one that does not,
one whose mistake came back, and open proposals and submissions. Everything is sent to the API of a real server whose
clock runs from the first day to now, so all results are computed by Emend. The same seed gives the same history.

Emend never writes to a store that is not a demo. --serve creates the demo if there is none, then serves it and prints
a link that logs a browser in; --fresh recreates it. --json prints {store, seed, days, made_at, seconds, counts}.`;

export function addDemo(program: Command, context: CliContext): void {
  program
    .command("demo")
    .description("create a store with invented history to explore; --serve opens it")
    .option("--seed <number>", "a different number gives a different history", "1")
    .option("--days <number>", "number of days, from 7 to 180", "56")
    .option("--store <file>", "where to create it, along with its other files", ".emend-demo/emend.db")
    .option("--serve", "create it if it is missing, then serve it")
    .option("--fresh", "recreate it and discard all changes")
    .option("--host <address>", "with --serve: listen on this address (default: 127.0.0.1)")
    .option("--port <number>", "with --serve: listen on this port, 0 for a free one (default: 4180)")
    .option("--json", "print what was created as JSON")
    .addHelpText("after", EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-demo.ts")).runDemo));
}
