import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";

export interface RulesDraftOptions {
  readonly json?: boolean;
  readonly jsonl?: boolean;
}

const EXAMPLES = `
Examples:
  emend rules draft "use pnpm not npm" "We use pnpm here, you ran npm install"
  emend rules draft --jsonl < cases.jsonl > drafts.jsonl

Drafts the one rule that several remarks about the same thing ask for, without a language model, and checks
it against every remark. If one of them asks for the opposite, if they are about different things or if none
says what to do, there is no draft, and the answer says why. Exit code 1 if there is none.

With --jsonl each line is {id, remarks: [{text, author?, path?, before?, after?}]} and is answered by
{id, text, why, scope?, suggestions?}. text is null if a person has to write the rule; suggestions are at
most two texts to start from.`;

export function addRulesDraft(rules: Command, context: CliContext): void {
  rules
    .command("draft")
    .description("draft the rule that several remarks ask for")
    .argument("[remarks...]", "the remarks, one argument each; at least two")
    .option("--json", "print the answer as JSON")
    .option("--jsonl", "read one case per line, print one answer per line")
    .addHelpText("after", EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rules-draft.ts")).runRulesDraft));
}
