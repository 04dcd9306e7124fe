import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { type StoreOptions, withStore } from "../options/store-option.ts";

export interface RulesSunsetOptions extends StoreOptions {
  readonly flag?: boolean;
}

const EXAMPLES = `
Examples:
  emend rules sunset
  emend rules sunset --flag
  emend rules sunset --json | jq '.offers[] | {rule_id, model, saving}'

Lists rules in force that no run was given in 60 days, whose check tells the agent or refuses the edit, or
whose files are gone from this git repository; and rules that came before the agents' current model, with
the tokens that prompts would save in 28 days. Try the latter with \`emend trials start ID --withdraw\`.
With --flag, unused rules and those without files are flagged, so that people retire or keep them. The worker
of \`emend serve\` flags the unused ones. A rule with a check is only listed, because its check ends with it.
--json prints {needless: [{rule_id, version, text, reason, message, token_cost}],
offers: [{rule_id, version, text, model, since, saving}]}, and flagged with --flag.`;

export function addRulesSunset(rules: Command, context: CliContext): void {
  withStore(rules.command("sunset"), "rules are")
    .description("list rules that may no longer be needed")
    .option("--flag", "flag them, so that people are asked to retire them")
    .addHelpText("after", EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rules-sunset.ts")).runRulesSunset));
}
