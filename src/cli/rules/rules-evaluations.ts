import { Argument, type Command, Option } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { withStore, type StoreOptions } from "../options/store-option.ts";

export interface EvaluationsListOptions extends StoreOptions {
  readonly limit: string;
  readonly after?: string;
  readonly search?: readonly string[];
}

export interface ResolveOptions extends StoreOptions {
  readonly as: string;
  readonly by?: string;
  readonly reason?: string;
}

export interface PromoteOptions extends StoreOptions {
  readonly as?: string;
  /** The former name of --as. */
  readonly by?: string;
  readonly reason?: string;
}

const AMBIGUOUS_EXAMPLES = `
Examples:
  emend rules ambiguous
  emend rules ambiguous list --json

Lists feedback that contradicts an earlier decision. It is not used for rules until a person resolves it.
--json prints {items: [{feedback_id, time, agent, author, said, rationale, confidence,
contradicts, history}], next}.`;

const RESOLVE_EXAMPLES = `
Examples:
  emend rules resolve fb_1a2b3c --as generalizable --reason "we decided for tabs"
  emend rules resolve fb_1a2b3c --as ignore --reason "the reviewer misread it"`;

const PROMOTE_EXAMPLES = `
Example:
  emend rules promote fb_1a2b3c --reason "it will happen again"

Marks feedback that came up once as worth a rule; \`emend rules propose\` then drafts it.`;

const EDGE_EXAMPLES = `
Examples:
  emend rules edge-cases
  emend rules edge-cases --search timeout retry

Lists feedback that came up once. With --search, only feedback that contains all of the words.`;

/** The commands for feedback that a person has to classify. */
export function addRulesEvaluations(rules: Command, context: CliContext): void {
  withStore(rules.command("ambiguous"), "rules are")
    .description("list feedback that a person has to resolve")
    .addArgument(new Argument("[action]", "list (the default)").choices(["list"]))
    .option("-n, --limit <count>", "how many to show, 1 to 500", "50")
    .option("--after <next>", "start after the previous page")
    .addHelpText("after", AMBIGUOUS_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rules-evaluations.ts")).runRulesAmbiguous));
  withStore(rules.command("resolve"), "rules are")
    .description("resolve ambiguous feedback")
    .argument("<feedback>", "its id or a prefix of it")
    .requiredOption("--as <what>", "generalizable, edge_case or ignore")
    .option("-r, --reason <why>", "required for ignore")
    .option("--by <name>", "who decides (default: your user name)")
    .addHelpText("after", RESOLVE_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rules-evaluations.ts")).runRulesResolve));
  withStore(rules.command("promote"), "rules are")
    .description("mark an edge case as worth a rule")
    .argument("<feedback>", "its id or a prefix of it")
    .option("-r, --reason <why>", "why it is not an edge case")
    .option("--as <name>", "who decides (default: your user name)")
    .addOption(new Option("--by <name>", "the same as --as").hideHelp())
    .addHelpText("after", PROMOTE_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rules-evaluations.ts")).runRulesPromote));
  withStore(rules.command("edge-cases"), "rules are")
    .description("list feedback that came up once")
    .option("--search <words...>", "only feedback that contains all of these words")
    .option("-n, --limit <count>", "how many to show, 1 to 500", "50")
    .option("--after <next>", "start after the previous page")
    .addHelpText("after", EDGE_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rules-evaluations.ts")).runRulesEdgeCases));
}
