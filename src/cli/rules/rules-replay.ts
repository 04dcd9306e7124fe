import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { withStore, type StoreOptions } from "../options/store-option.ts";

export interface RulesReplayOptions extends StoreOptions {
  readonly commits: string;
  readonly skip: string;
  readonly seconds: string;
  readonly until?: string;
}

const EXAMPLES = `
Examples:
  emend rules replay ru_1a2b3c
  emend rules replay ru_1a2b3c --commits 500 --json
  emend rules replay ru_1a2b3c --skip 2000
  emend rules replay ru_1a2b3c --commits 0 --until 2026-03-01

Says what a rule would have done if it had been there. Its checks run over every stored correction, over accepted
work, and over the lines that commits of this repository added. For its words, the judge says which past remarks
it would have covered, and which approvals speak against it. It says what would have fired, not what would
have been right. Nothing is stored, and no code of the repository is run.
--json prints {rule_id, version, until, checks, words, has_repository, newest_only}. checks[].history has stopped and next:
pass next to --skip to go on with older commits.`;

/** `emend rules replay`. */
export function addRulesReplay(rules: Command, context: CliContext): void {
  withStore(rules.command("replay"), "rules are")
    .description("show what a rule would have done in the past")
    .argument("<id>", "the rule's id or a prefix of it")
    .option("--commits <count>", "how many commits to replay, newest first; 0 for none", "2000")
    .option("--skip <count>", "how many of the newest commits to leave out", "0")
    .option("--seconds <count>", "stop replaying commits after this time, for each check", "60")
    .option("--until <time>", "replay only what is older, such as 2026-03-01 or 30d")
    .addHelpText("after", EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rules-replay.ts")).runRulesReplay));
}
