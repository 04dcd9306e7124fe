import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { collect } from "../options/collect.ts";
import { withStore, type StoreOptions } from "../options/store-option.ts";

export type DecisionType = "approve" | "reject" | "modify" | "defer" | "retire" | "keep" | "roll_back";

interface TrialOptions {
  readonly trial?: boolean;
  readonly share?: string;
}

export interface ExemptOptions extends StoreOptions {
  readonly reason: string;
  readonly end?: boolean;
  readonly as?: string;
}

interface DecideOptions extends StoreOptions {
  readonly as?: string;
  readonly version?: string;
  readonly reason?: string;
  readonly to?: string;
}

export interface ModifyOptions extends DecideOptions, TrialOptions {
  readonly text?: string;
  readonly type?: string;
  readonly agent?: readonly string[];
  readonly path?: readonly string[];
}

const APPROVE_EXAMPLES = `
Examples:
  emend rules approve ru_1a2b3c
  emend rules approve 1a2b3c --version 2 --as ana
  emend rules approve 1a2b3c --text "Close every file handle in a finally block."
  emend rules approve 1a2b3c --trial --share 0.8

A rule comes into force with the last approval it needs, each by a different person. Pass the version
that you read with --version: if a newer one is pending by then, nothing happens.
--text approves it in your own words instead, as a new version that you propose. A proposal without a
draft can only be approved this way. In a team somebody else must then approve it too.
--trial gives it to some tasks only, by chance, until the evidence says whether it works: see
\`emend trials\`. A mistake that is too rare for a trial is measured before and after instead.
Exit code 1 if the approval is refused.`;

const EXEMPT_EXAMPLES = `
Examples:
  emend rules exempt ru_1a2b3c --reason "it protects payments"
  emend rules exempt ru_1a2b3c --end --reason "the library checks this now"

A trial of the rule that is running stops. Rules from security feedback are exempt anyway.`;

const REJECT_EXAMPLES = `
Example:
  emend rules reject ru_1a2b3c --reason "the linter finds this already"

The reason is shown if the same rule is proposed again.`;

const MODIFY_EXAMPLES = `
Examples:
  emend rules modify ru_1a2b3c --text "Close every handle and socket in a finally block."
  emend rules modify ru_1a2b3c --path "src/**" --reason "tests may leak"

Creates a new version, which needs new approvals. The version in force stays until it has them.`;

const DEFER_EXAMPLES = `
Example:
  emend rules defer ru_1a2b3c --reason "after the release"

Extends the deadline of a proposal by one term; its approvals stay.`;

const RETIRE_EXAMPLES = `
Example:
  emend rules retire ru_1a2b3c --reason "the API it mentions is gone"

Takes a rule out of force immediately; one person is enough.`;

const KEEP_EXAMPLES = `
Example:
  emend rules keep ru_1a2b3c --reason "the model changed last week"

Removes the flag from a rule that did not help; its effect is measured from now on.`;

const ROLL_BACK_EXAMPLES = `
Example:
  emend rules roll-back ru_1a2b3c --to 1 --reason "version 2 is misread"

Proposes the text of an earlier version again; it needs the same approvals as any other.`;

export function addRulesDecisions(rules: Command, context: CliContext): void {
  const add = (name: string, description: string, examples: string): Command =>
    withStore(rules.command(name), "rules are")
      .description(description)
      .argument("<id>", "the rule's id or a prefix of it")
      .option("--as <name>", "who decides (default: your user name)")
      .addHelpText("after", examples);
  const run = async (type: DecisionType, id: string, options: ModifyOptions): Promise<void> => {
    const { runRulesDecide } = await import("./run-rules-decide.ts");
    await runRulesDecide(type, id, options, context);
  };
  const version = [
    "--version <number>",
    "the version you read (default: the one that `show` prints)",
  ] as const;

  add("approve", "approve the pending version", APPROVE_EXAMPLES)
    .option(...version)
    .option("-t, --text <text>", "your own text instead of the proposed one")
    .option("--trial", "give it to some tasks only, until the evidence says whether it works")
    .option("--share <share>", "with --trial: the share of tasks that are given it (default: 0.5)")
    .action((id: string, options: ModifyOptions) => run("approve", id, options));
  add("exempt", "keep a rule out of trials, so that every task is given it", EXEMPT_EXAMPLES)
    .requiredOption("-r, --reason <why>", "why it must never be withheld")
    .option("--end", "end the exemption")
    .action(async (id: string, options: ExemptOptions) => {
      const { runRulesExempt } = await import("./run-rules-exempt.ts");
      await runRulesExempt(id, options, context);
    });
  add("reject", "reject the pending version, with a reason", REJECT_EXAMPLES)
    .option(...version)
    .requiredOption("-r, --reason <why>", "for whoever proposes it next")
    .action((id: string, options: DecideOptions) => run("reject", id, options));
  add("modify", "change its text or scope, as a new version", MODIFY_EXAMPLES)
    .option(...version)
    .option("-t, --text <text>", "the new text")
    .option("-r, --reason <why>", "why it is better")
    .option("--type <type>", "constraint, guideline, negative_example or positive_example")
    .option("-a, --agent <name>", "the agents it is for instead (repeatable; empty: every agent)", collect)
    .option("-p, --path <glob>", "the files it is for instead (repeatable; empty: all files)", collect)
    .action((id: string, options: ModifyOptions) => run("modify", id, options));
  add("defer", "extend the deadline of a proposal by one term", DEFER_EXAMPLES)
    .option(...version)
    .option("-r, --reason <why>", "what you are waiting for")
    .action((id: string, options: DecideOptions) => run("defer", id, options));
  add("retire", "take a rule out of force", RETIRE_EXAMPLES)
    .requiredOption("-r, --reason <why>", "for whoever proposes it again")
    .action((id: string, options: DecideOptions) => run("retire", id, options));
  add("keep", "keep a flagged rule", KEEP_EXAMPLES)
    .requiredOption("-r, --reason <why>", "why it is worth keeping")
    .action((id: string, options: DecideOptions) => run("keep", id, options));
  add("roll-back", "propose an earlier version again", ROLL_BACK_EXAMPLES)
    .requiredOption("--to <version>", "the version to go back to")
    .requiredOption("-r, --reason <why>", "for those who must approve it")
    .action((id: string, options: DecideOptions) => run("roll_back", id, options));
}
