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
  emend inject --check        # exit code 1 when a file is not up to date with the store
  emend inject --remove

Targets, found by what the repository holds when none is named, else agents:
  agents         AGENTS.md                               a block, within 32 KiB
  claude         CLAUDE.md                               a block
  claude-rules   .claude/rules/emend-*.md                a file for each set of paths
  cursor         .cursor/rules/emend.mdc, emend-*.mdc    a file for each set of paths
  copilot        .github/copilot-instructions.md         a block, within 4,000 characters
  copilot-paths  .github/instructions/emend-*            a file for each set of paths
  skill          .claude/skills/emend-rules/SKILL.md     only where named, or there

A block stands between <!-- emend:begin --> and <!-- emend:end -->; nothing outside it is touched, and
moving both lines moves the block. Rules for every agent go in, and those for the agent that reads the
file (codex, claude-code, cursor, copilot); --agent names others instead.

--json prints {targets, written, files: [{target, path, change, rules}], withheld, problems, notes}`;

export function addInject(program: Command, context: CliContext, ports?: InjectPorts): void {
  program
    .command("inject")
    .description("write active rules into the files that agents read")
    .argument("[targets...]", "agents, claude, claude-rules, cursor, copilot, copilot-paths, skill")
    .option("-a, --agent <name>", "whose rules, besides those for every agent (repeatable)", collect)
    .option("--all", "every target, whether or not the repository shows signs of it")
    .option("--check", "write nothing; exit code 1 when a file would change")
    .option("--diff", "write nothing; show what would change")
    .option("--remove", "take everything of Emend's out of the files again")
    .option("--force", "overwrite files that have Emend's names and are not its own")
    .option("--store <file>", "where rules are kept (default: .emend/emend.db)")
    .option("--json", "print what was done as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (targets: readonly string[], options: InjectOptions) => {
      const { runInject } = await import("./run-inject.ts");
      await runInject(targets, options, context, ports);
    });
}
