import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { withStore, type StoreOptions } from "../options/store-option.ts";

export interface RulesImportOptions extends StoreOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly as?: string;
}

const EXAMPLES = `
Examples:
  emend rules import                           every instruction file of the repository
  emend rules import AGENTS.md .cursor/rules   these files and folders
  emend rules import --dry-run                 only show what would be proposed

Each list item and short paragraph that tells an agent what to do becomes a proposal with its files, its agents and
where it is written. Nothing is in force before people approve it, and nothing is proposed twice. What Emend itself
wrote into the files is left out, and so is everything that is no instruction. Skills are imported only if they are
named. The files stay as they are.
--json prints {proposed, proposals: [{rule_id, text, type, scope, origins}], known, left, lost, skills, notices}.`;

export function addRulesImport(rules: Command, context: CliContext): void {
  withStore(rules.command("import"), "rules are")
    .description("propose the rules that are written in AGENTS.md, CLAUDE.md, Cursor rules and the like")
    .argument("[paths...]", "files and folders (default: the whole repository)")
    .option("--dry-run", "show what would be proposed, and propose nothing")
    .option("-y, --yes", "do not ask")
    .option("--as <name>", "who proposes them (default: your user name)")
    .addHelpText("after", EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rules-import.ts")).runRulesImport));
}
