import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { collect } from "../options/collect.ts";
import type { InjectPorts } from "./inject-ports.ts";

export interface InjectOptions {
  readonly agent?: readonly string[];
  readonly all?: boolean;
  readonly check?: boolean;
  readonly diff?: boolean;
  readonly remove?: boolean;
  readonly force?: boolean;
  readonly store?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  emend inject
  emend inject agents claude --agent rio
  emend inject --check        # exit code 1 if a file is out of date
  emend inject --remove

Without targets, those that the repository already uses are written, otherwise those of the agents that it is set
up for, otherwise agents:
  agents         AGENTS.md                               a block, within 32 KiB
  claude         CLAUDE.md                               a block
  claude-rules   .claude/rules/emend-*.md                a file for each set of paths
  cursor         .cursor/rules/emend.mdc, emend-*.mdc    a file for each set of paths
  copilot        .github/copilot-instructions.md         a block, within 4,000 characters
  copilot-paths  .github/instructions/emend-*            a file for each set of paths
  gemini         GEMINI.md                               a block
  windsurf       .windsurf/rules/emend.md, emend-*.md    a file for each set of paths
  cline          .clinerules/emend.md, emend-*.md        a file for each set of paths
  zed            .rules                                  a block
  skill          .claude/skills/emend-rules/SKILL.md     only if named, or if it exists

A block is enclosed in <!-- emend:begin --> and <!-- emend:end -->; nothing outside it is changed, and you
can move it. It contains the rules for every agent, those for the agents that read the file, and those for the
agent in emend.yaml; use --agent to choose other agents. Cursor, Windsurf and Cline read AGENTS.md, too, so their
own files contain only what AGENTS.md does not.

--json prints {targets, written, files: [{target, path, change, rules}], withheld, problems, notes}`;

export function addInject(program: Command, context: CliContext, ports?: InjectPorts): void {
  program
    .command("inject")
    .description("write active rules into the files that agents read")
    .argument("[targets...]", "which files to write; see below")
    .option("-a, --agent <name>", "also write this agent's rules (repeatable)", collect)
    .option("--all", "write every target, even those that the repository does not use")
    .option("--check", "write nothing; exit code 1 if a file would change")
    .option("--diff", "write nothing; show what would change")
    .option("--remove", "remove everything that Emend added to the files")
    .option("--force", "overwrite files with Emend's names that Emend did not write")
    .option("--store <file>", "where rules are kept (default: .emend/emend.db)")
    .option("--json", "print what was done as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (targets: readonly string[], options: InjectOptions) => {
      const { runInject } = await import("./run-inject.ts");
      await runInject(targets, options, context, ports);
    });
}
