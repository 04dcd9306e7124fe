import { Option, type Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";

export interface RulesConflictsOptions {
  readonly scopeA?: string;
  readonly scopeB?: string;
  readonly json?: boolean;
  readonly jsonl?: boolean;
}

const EXAMPLES = `
Examples:
  emend rules conflicts "Use tabs." "Indent with 2 spaces."
  emend rules conflicts "Use tabs" "Use 2 spaces" --scope-a Go --scope-b YAML
  emend rules conflicts --jsonl < pairs.jsonl > relations.jsonl

Prints conflict, duplicate or independent, with the words that show it. Exit code 1 if two rules given
as arguments conflict.

With --jsonl each line is {id, a, b}, where a and b are texts or {text, scope?}, and is answered by
{id, relation, score, scope_overlap, opposed, shared, reasons}; score is the confidence in the relation.`;

export function addRulesConflicts(rules: Command, context: CliContext): void {
  rules
    .command("conflicts")
    .description("check whether two rules conflict, repeat each other or are independent")
    .argument("[a]", "one rule")
    .argument("[b]", "the other rule")
    .option("--scope-a <scope>", "where the first rule applies, such as Python or tests/**")
    .option("--scope-b <scope>", "where the second rule applies")
    .option("--json", "print the answer as JSON")
    .addOption(new Option("--jsonl", "read one pair per line, print one answer per line").conflicts("json"))
    .addHelpText("after", EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rules-conflicts.ts")).runRulesConflicts));
}
