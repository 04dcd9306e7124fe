import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { collect } from "../options/collect.ts";

export interface PatternsOptions {
  readonly window: string;
  readonly store?: string;
  readonly pack?: readonly string[];
  readonly ascii?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  emend patterns
  emend patterns rio --window 30d
  emend patterns --window 24h --json > patterns.json

Shows how much of each agent's work was approved, compared with the previous window, the most
frequent tags with how to fix them, and alerts: the same tag 3 times in 6 hours, approval down 15
points, one tag in more than 40 % of rejections. Times are in UTC.

--json prints {window, agents, alerts}:
  window  {hours, from, to, previous_from}
  agents  [{agent, total, decided, approved, approved_with_changes, rejected, approval_rate,
          top_issues, issue_breakdown, trend, series, …}], most rejections first
  alerts  [{id, code, agent, since, until, value, threshold, message, evidence, …}], latest first`;

export function addPatterns(program: Command, context: CliContext): void {
  program
    .command("patterns")
    .description("show what each agent gets wrong, trends and alerts")
    .argument("[agent]", "one agent (default: all that worked in the window)")
    .option("-w, --window <length>", "how far back to look, such as 24h or 7d", "7d")
    .option("--store <file>", "where feedback is kept (default: .emend/emend.db)")
    .option("-p, --pack <name|file>", "pack that registers tags (repeatable; default: all built-in)", collect)
    .option("--ascii", "use ASCII instead of blocks and arrows")
    .option("--json", "print the patterns as JSON")
    .addHelpText("after", EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-patterns.ts")).runPatterns));
}
