import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import type { InitPorts } from "./init-ports.ts";

export interface InitOptions {
  readonly for?: string;
  readonly ci?: boolean;
  readonly agent?: string;
  readonly command?: string;
  readonly llmCommand?: string;
  readonly alone?: boolean;
  readonly team?: boolean;
  readonly undo?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  emend init
  emend init --for claude-code,cursor --yes
  emend init --alone --yes
  emend init --command emend --dry-run
  emend init --undo

Shows every change as a diff and asks before anything is written; without a terminal it writes with
--yes only. Found by what the repository holds when --for is left out:
  claude-code  .claude or CLAUDE.md   hooks in .claude/settings.json, MCP server in .mcp.json, CLAUDE.md
  cursor       .cursor                hooks in .cursor/hooks.json, MCP server in .cursor/mcp.json
  codex        AGENTS.md              a block for rules in AGENTS.md; also where no agent is found
  copilot      its instructions       a block for rules in .github/copilot-instructions.md
  ci           .github                .github/workflows/emend.yml, which checks reviews
and always emend.yaml, where there is none, and a line in .gitignore.

If claude, codex or gemini is on the PATH and no model is set, a person is asked whether Emend may run it
to word rules; the answer goes into your own settings (~/.config/emend/emend.yaml), never into the
repository. Without a terminal nobody is asked: --llm-command is the yes.

What others wrote stays as it is; files are only added to. .emend/init.json keeps what was put in, and
--undo takes exactly that out again; a store stays, and .emend gets a .gitignore of its own. A file that cannot be read is left alone, told of with what to
put in by hand, and ends with exit code 1.

At a terminal it also asks whether you work alone or in a team, if nobody is known in the store yet. Alone, one approval of
yours is enough, until somebody else is known; \`emend people alone\` and \`emend people team\` say so later.

--json prints {written, parts, command, files: [{path, change}], left: [{path, code, message}], notes}`;

export function addInit(program: Command, context: CliContext, ports?: InitPorts): void {
  program
    .command("init")
    .description("set up a repository: settings, rule files, hooks, MCP server")
    .option("--for <parts>", "some of claude-code, cursor, codex, copilot, ci, with commas")
    .option("--ci", "also the workflow, whether or not there is a .github folder")
    .option("--agent <name>", "the agent that works here, for emend.yaml")
    .option(
      "--command <command>",
      "how emend is started (default: by its path, or from node_modules if the repository depends on its tarball)",
    )
    .option(
      "--llm-command <command>",
      'the agent\'s command that words rules, such as "claude -p", for your own settings',
    )
    .option("--alone", "you work alone: your own approval brings a rule into force")
    .option("--team", "several people work here (default where nobody can be asked)")
    .option("--undo", "take out again what it put in")
    .option("-y, --yes", "write without asking")
    .option("--dry-run", "show what would change, and write nothing")
    .option("--json", "print what was done as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (options: InitOptions) => {
      const { runInit } = await import("./run-init.ts");
      await runInit(options, context, ports);
    });
}
