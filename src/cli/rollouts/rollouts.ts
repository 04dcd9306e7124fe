import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { type StoreOptions, withStore } from "../options/store-option.ts";
import { lazyAction } from "../options/lazy-action.ts";

export interface RolloutsListOptions extends StoreOptions {
  readonly limit: string;
  readonly after?: string;
}

export interface RolloutsShowOptions extends StoreOptions {
  readonly key?: string;
}

export interface RolloutsAssignOptions extends StoreOptions {
  readonly key: string;
}

export interface RolloutsStartOptions extends StoreOptions {
  readonly from: string;
  readonly to: string;
  readonly steps?: string;
  readonly reason?: string;
  readonly as?: string;
}

export interface RolloutsChangeOptions extends StoreOptions {
  readonly reason?: string;
  readonly slice?: string;
  readonly as?: string;
}

const LIST_EXAMPLES = `
Examples:
  emend rollouts list
  emend rollouts list --json | jq '.items[] | select(.stage == "canary")'

Most recently changed first. --json prints {items, next}.`;

const SHOW_EXAMPLES = `
Examples:
  emend rollouts show ro_1a2b3c4d5e6f
  emend rollouts show ro_1a2b3c4d5e6f --key owner/repository#17

Shows both versions with their rates and sample sizes, each limit with its verdict, and what to do next.
Answers are counted by the server's POST /api/v1/reviews and by \`emend review check --count\`, but only if
the review was assigned to the rollout (\`emend rollouts assign\`).
With --key it prints the version for that review. --json prints {rollout, versions, checks, decision,
slices}, like the server, or {role, version} with --key.`;

const ASSIGN_EXAMPLES = `
Examples:
  emend rollouts assign ro_1a2b3c4d5e6f --key owner/repository#17
  emend review check answer.txt --prompt-version 1.1 --count --assignment as_…

Prints the version to use for the review and the assignment's id. Only an answer with an assignment is
counted for the rollout, and only once. --json prints {assignment_id, rollout_id, key, role, version}.`;

const START_EXAMPLES = `
Examples:
  emend rollouts start --from 1.0/1.0 --to 1.0/1.1
  emend rollouts start --from 1.0/1.0 --to 1.1/1.1 --steps 10,50,100 --reason "shorter prompt"

Versions are written SCHEMA/PROMPT. A version can be in only one running rollout at a time.`;

const ADVANCE_EXAMPLES = `
Examples:
  emend rollouts advance ro_1a2b3c4d5e6f
  emend rollouts advance ro_1a2b3c4d5e6f --reason "too few reviews in summer to wait for 50"

Refused with exit code 1 if the candidate is not healthy enough and there is no --reason.`;

const PROMOTE_EXAMPLES = `
Example:
  emend rollouts promote ro_1a2b3c4d5e6f

Needs every review to use the candidate and a healthy candidate, or a --reason.`;

const ROLL_BACK_EXAMPLES = `
Example:
  emend rollouts roll-back ro_1a2b3c4d5e6f --reason "findings became vague"

Takes effect immediately, even after promotion. Needs a --reason unless too many answers were rejected.`;

export function addRollouts(program: Command, context: CliContext): void {
  const rollouts = program
    .command("rollouts")
    .description("introduce a new prompt or schema version: start, watch, advance, promote, roll back");
  withStore(rollouts.command("list"), "rollouts are")
    .description("list rollouts with their progress")
    .option("-n, --limit <count>", "how many to show, 1 to 500", "50")
    .option("--after <next>", "continue after the previous page: its `next`")
    .addHelpText("after", LIST_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rollouts.ts")).runRolloutsList));
  withStore(rollouts.command("show"), "rollouts are")
    .description("show one rollout with the health of both versions")
    .argument("<id>", "a rollout's id, as shown by `list`")
    .option("-k, --key <key>", "print the version for this review, such as owner/repository#17")
    .addHelpText("after", SHOW_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rollouts.ts")).runRolloutsShow));
  withStore(rollouts.command("assign"), "rollouts are")
    .description("assign a review to a rollout, so that its answer is counted")
    .argument("<id>", "a rollout's id, as shown by `list`")
    .requiredOption("-k, --key <key>", "the review's name, such as owner/repository#17")
    .addHelpText("after", ASSIGN_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rollouts.ts")).runRolloutsAssign));
  withStore(rollouts.command("start"), "rollouts are")
    .description("try a version on a first share of reviews")
    .requiredOption("--from <schema/prompt>", "the versions in use, such as 1.0/1.0")
    .requiredOption("--to <schema/prompt>", "the versions to try, such as 1.0/1.1")
    .option("--steps <percents>", "shares of reviews in percent (default: 1,5,25,50,100)")
    .option("-r, --reason <why>", "why you start it")
    .option("--as <name>", "who starts it (default: your user name)")
    .addHelpText("after", START_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rollouts.ts")).runRolloutsStart));
  const addChange = (
    type: "advance" | "promote" | "roll_back",
    description: string,
    examples: string,
  ): Command =>
    withStore(rollouts.command(type.replace("_", "-")), "rollouts are")
      .description(description)
      .argument("<id>", "a rollout's id, as shown by `list`")
      .option("-r, --reason <why>", "why, if the health does not support it")
      .option("--as <name>", "who decides (default: your user name)")
      .addHelpText("after", examples)
      .action(async (id: string, options: RolloutsChangeOptions) => {
        const { runRolloutsChange } = await import("./run-rollouts.ts");
        await runRolloutsChange(type, id, options, context);
      });
  addChange("advance", "use the candidate for the next larger share of reviews", ADVANCE_EXAMPLES).option(
    "--slice <percent>",
    "a larger share than the next step; needs --reason",
  );
  addChange("promote", "make the candidate the version for all reviews", PROMOTE_EXAMPLES);
  addChange("roll_back", "return all reviews to the baseline", ROLL_BACK_EXAMPLES);
}
