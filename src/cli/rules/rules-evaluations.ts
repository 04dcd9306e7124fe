import { Argument, type Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { withStore, type StoreOptions } from "../options/store-option.ts";

export interface EvaluationsListOptions extends StoreOptions {
  readonly limit: string;
  readonly search?: readonly string[];
}

export interface ResolveOptions extends StoreOptions {
  readonly as: string;
  readonly by?: string;
  readonly reason?: string;
}

export interface PromoteOptions extends StoreOptions {
  readonly by?: string;
  readonly reason?: string;
}

const AMBIGUOUS_EXAMPLES = `
Examples:
  emend rules ambiguous
  emend rules ambiguous list --json

Feedback that contradicts an earlier decision; it counts for no rule until a person says what it is.
--json prints {ambiguous: [{feedback_id, time, agent, author, said, rationale, confidence,
contradicts, history}], more}.`;

const RESOLVE_EXAMPLES = `
Examples:
  emend rules resolve fb_1a2b3c --as generalizable --reason "we decided for tabs"
  emend rules resolve fb_1a2b3c --as ignore --reason "the reviewer misread it"`;

const PROMOTE_EXAMPLES = `
Example:
  emend rules promote fb_1a2b3c --reason "it will come again"

Says that something said once is worth a rule; \`emend rules propose\` then drafts it.`;

const EDGE_EXAMPLES = `
Examples:
  emend rules edge-cases
  emend rules edge-cases --search timeout retry

Feedback that was said once. With --search, only what has all of the words.`;

/** The commands around what the classes of feedback leave open. */
export function addRulesEvaluations(rules: Command, context: CliContext): void {
  withStore(rules.command("ambiguous"))
    .description("feedback that a person has to decide about")
    .addArgument(new Argument("[action]", "list, which is the default").choices(["list"]))
    .option("-n, --limit <count>", "how many to show, 1 to 500", "50")
    .addHelpText("after", AMBIGUOUS_EXAMPLES)
    .action(async (_action: string | undefined, options: EvaluationsListOptions) => {
      const { runRulesAmbiguous } = await import("./run-rules-evaluations.ts");
      await runRulesAmbiguous(options, context);
    });
  withStore(rules.command("resolve"))
    .description("say what ambiguous feedback is")
    .argument("<feedback>", "its id or a prefix of it")
    .requiredOption("--as <what>", "generalizable, edge_case or ignore")
    .option("-r, --reason <why>", "needed for ignore")
    .option("--by <name>", "who decides (default: your user name)")
    .addHelpText("after", RESOLVE_EXAMPLES)
    .action(async (id: string, options: ResolveOptions) => {
      const { runRulesResolve } = await import("./run-rules-evaluations.ts");
      await runRulesResolve(id, options, context);
    });
  withStore(rules.command("promote"))
    .description("make an edge case worth a rule")
    .argument("<feedback>", "its id or a prefix of it")
    .option("-r, --reason <why>", "why it is no edge case")
    .option("--by <name>", "who decides (default: your user name)")
    .addHelpText("after", PROMOTE_EXAMPLES)
    .action(async (id: string, options: PromoteOptions) => {
      const { runRulesPromote } = await import("./run-rules-evaluations.ts");
      await runRulesPromote(id, options, context);
    });
  withStore(rules.command("edge-cases"))
    .description("feedback that was said once")
    .option("--search <words...>", "only what has all of these words")
    .option("-n, --limit <count>", "how many to show, 1 to 500", "50")
    .addHelpText("after", EDGE_EXAMPLES)
    .action(async (options: EvaluationsListOptions) => {
      const { runRulesEdgeCases } = await import("./run-rules-evaluations.ts");
      await runRulesEdgeCases(options, context);
    });
}
