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

Shows every change as a diff and asks before it writes anything; without a terminal it only writes
with --yes. Without --for, the parts are chosen by what the repository contains:
  claude-code  .claude, CLAUDE.md     hooks in .claude/settings.json, MCP server in .mcp.json
  cursor       .cursor                hooks in .cursor/hooks.json, MCP server in .cursor/mcp.json
  codex        .codex                 hooks in .codex/hooks.json, MCP server in .codex/config.toml
  gemini       .gemini, GEMINI.md     hooks, MCP server and AGENTS.md in .gemini/settings.json
  opencode     .opencode              a plugin in .opencode/plugin, MCP server in opencode.json
  copilot      its instructions       hooks in .github/hooks, MCP server in .github and .vscode
  windsurf     .windsurf              hooks in .windsurf/hooks.json
  cline        .clinerules            hooks in .clinerules/hooks
  amp          .amp                   MCP server in .amp/settings.json
  zed          .zed, .rules           MCP server in .zed/settings.json
  aider        .aider.conf.yml        AGENTS.md in its list of files to read
  ci           .github                .github/workflows/emend.yml, which checks reviews
If the repository shows no agent, it asks which of them work here; without a terminal it sets up those that are
installed. It always adds emend.yaml, if there is none, and a line in .gitignore. Rules in force are written into
the files that the agents read (see \`emend inject --help\`); while there are none, no such file is touched.

If claude, codex or gemini is on the PATH and no model is set, it asks whether Emend may run it to word
rules. The answer is saved in your own settings (~/.config/emend/emend.yaml), never in the repository.
Without a terminal it does not ask; use --llm-command.

Existing content is never changed, only added to. .emend/init.json records what was added, and --undo
removes exactly that; the store stays, and .emend gets its own .gitignore. If a file cannot be read, it
is not changed, the command prints what to add by hand, and the exit code is 1.

In a terminal it also asks whether you work alone or in a team, if the store has no people yet. If you work alone, your
own approval is enough until somebody else joins. Change it later with \`emend people alone\` or \`emend people team\`.

--json prints {written, parts, command, files: [{path, change}], left: [{path, code, message}], notes}`;

export function addInit(program: Command, context: CliContext, ports?: InitPorts): void {
  program
    .command("init")
    .description("set up a repository: settings, rule files, hooks and MCP server")
    .option("--for <parts>", "comma-separated list of agents, and ci for the CI workflow")
    .option("--ci", "also add the CI workflow, even if there is no .github folder")
    .option("--agent <name>", "the agent that works here, for emend.yaml")
    .option(
      "--command <command>",
      "the command that starts emend (default: its path, or node_modules if the repository depends on its tarball)",
    )
    .option(
      "--llm-command <command>",
      'the agent command that words rules, such as "claude -p"; saved in your own settings',
    )
    .option("--alone", "you work alone: your own approval brings a rule into force")
    .option("--team", "several people work here (the default without a terminal)")
    .option("--undo", "remove everything it added")
    .option("-y, --yes", "write without asking")
    .option("--dry-run", "show what would change, and write nothing")
    .option("--json", "print what was done as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (options: InitOptions) => {
      const { runInit } = await import("./run-init.ts");
      await runInit(options, context, ports);
    });
}
