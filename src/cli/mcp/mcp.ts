import { type Command, Option } from "commander";
import type { CliContext } from "../cli-context.ts";
import type { McpPorts } from "./mcp-ports.ts";

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

Serves the protocol of 2026-07-28, and clients that begin with \`initialize\`, on standard input and
output, until the input ends. Tools: rules_for_files, my_mistakes_here, record_feedback,
report_outcome, check_review, lint_feedback, refine_prompt, detect_signal. Resources:
emend://rules/<id> and emend://agents/<name>/rules. It opens a store; where a server has that, add its /mcp to the client instead.

What an agent records counts as a tool's words. With --as and --trust person it counts as that
person's: only for a server that nobody but this person's own sessions can reach.`;

export function addMcp(program: Command, context: CliContext, ports?: McpPorts): void {
  program
    .command("mcp")
    .description("MCP server on standard input and output, for coding agents")
    .option("--store <file>", "where everything is kept (default: .emend/emend.db)")
    .option("--agent <name>", "who asks, where a call does not say (default: EMEND_AGENT)")
    .option("--as <name>", "as whom feedback is recorded (default: mcp)")
    .addOption(
      new Option("--trust <trust>", "whose words recorded feedback is; person needs --as")
        .choices(["tool", "person"])
        .default("tool"),
    )
    .addHelpText("after", EXAMPLES)
    .action(async (options: McpOptions) => {
      const { runMcp } = await import("./run-mcp.ts");
      await runMcp(options, context, ports);
    });
}
