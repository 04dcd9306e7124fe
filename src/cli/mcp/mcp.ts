import { type Command, Option } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";

export interface McpOptions {
  readonly store?: string;
  readonly agent?: string;
  readonly as?: string;
  readonly trust: "tool" | "person";
}

const EXAMPLES = `
Examples:
  claude mcp add emend -- emend mcp --agent claude-code
  {"mcpServers": {"emend": {"command": "emend", "args": ["mcp", "--agent", "rio"]}}}

Speaks protocol version 2026-07-28, and older versions that start with \`initialize\`, on standard
input and output, until the input ends. Tools: rules_for_files, my_mistakes_here, record_feedback,
report_outcome, check_these_files, check_review, lint_feedback, refine_prompt, detect_signal. Resources:
emend://rules/<id> and emend://agents/<name>/rules. It opens the store itself; if you run a server, add its /mcp to the client instead.

Feedback that an agent records has the trust of a tool. With --as and --trust person it is recorded as
that person's: use this only if nobody but that person can reach this MCP server.`;

export function addMcp(program: Command, context: CliContext): void {
  program
    .command("mcp")
    .description("run an MCP server on standard input and output, for coding agents")
    .option("--store <file>", "the store (default: .emend/emend.db)")
    .option("--agent <name>", "the agent, if a call does not name one (default: EMEND_AGENT)")
    .option("--as <name>", "the author of recorded feedback (default: mcp)")
    .addOption(
      new Option("--trust <trust>", "the trust of recorded feedback; person needs --as")
        .choices(["tool", "person"])
        .default("tool"),
    )
    .addHelpText("after", EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-mcp.ts")).runMcp));
}
