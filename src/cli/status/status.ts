import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";

const HELP = `
Examples:
  emend status
  emend status --json | jq -r '.wrong[].mend'

Shows what is set up (settings, store, hooks, trust), what is running (server, worker, each agent's last activity),
what is waiting for you, and what is wrong, each with the command to run. It writes nothing. \`emend doctor\` also tries whether it all works.

--json prints {set_up, runs, waits: [{what, count, command}], wrong: [{about, code, message, mend}], start}.

Exit codes: 0 no problems, 1 something is wrong.`;

export function addStatus(program: Command, context: CliContext): void {
  program
    .command("status")
    .description("show what is set up, running, waiting for you or wrong, with the command to fix it")
    .option("--store <file>", "which store to look at (default: .emend/emend.db)")
    .option("--json", "print the answer as JSON")
    .addHelpText("after", HELP)
    .action(lazyAction(context, async () => (await import("./run-status.ts")).runStatus));
}
