import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";

interface RolloutsOptions {
  readonly store?: string;
  readonly json?: boolean;
}

export interface RolloutsListOptions extends RolloutsOptions {
  readonly limit: string;
  readonly after?: string;
}

export interface RolloutsShowOptions extends RolloutsOptions {
  readonly key?: string;
}

export interface RolloutsAssignOptions extends RolloutsOptions {
  readonly key: string;
}

export interface RolloutsStartOptions extends RolloutsOptions {
  readonly from: string;
  readonly to: string;
  readonly steps?: string;
  readonly reason?: string;
  readonly as?: string;
}

export interface RolloutsChangeOptions extends RolloutsOptions {
  readonly reason?: string;
  readonly slice?: string;
  readonly as?: string;
}

const LIST_EXAMPLES = `
Examples:
  emend rollouts list
  emend rollouts list --json | jq '.rollouts[] | select(.stage == "canary")'

The last changed first. --json prints {rollouts, next}.`;

const SHOW_EXAMPLES = `
Examples:
  emend rollouts show ro_1a2b3c4d5e6f
  emend rollouts show ro_1a2b3c4d5e6f --key owner/repository#17

Shows both versions with their rates and samples, each limit with its verdict, and what the health
speaks for. Answers are counted by the server's POST /api/v1/reviews and by \`emend review check --count\`.
They count for the rollout only if the review was assigned to it (\`emend rollouts assign\`).
With --key it prints which version that review is to be asked in. --json prints {rollout, versions,
checks, decision, slices}, as the server does, or {role, version} with --key.`;

const ASSIGN_EXAMPLES = `
Examples:
  emend rollouts assign ro_1a2b3c4d5e6f --key owner/repository#17
  emend review check answer.txt --prompt-version 1.1 --count --assignment as_…

Prints the version that the review is to be asked in and the assignment's id. Only an answer with an
assignment counts for the rollout, and once. --json prints {assignment_id, rollout_id, key, role, version}.`;

const START_EXAMPLES = `
Examples:
  emend rollouts start --from 1.0/1.0 --to 1.0/1.1
  emend rollouts start --from 1.0/1.0 --to 1.1/1.1 --steps 10,50,100 --reason "shorter prompt"

Versions are written SCHEMA/PROMPT. Each version is in one running rollout at a time.`;

const ADVANCE_EXAMPLES = `
Examples:
  emend rollouts advance ro_1a2b3c4d5e6f
  emend rollouts advance ro_1a2b3c4d5e6f --reason "too few reviews in summer to wait for 50"

Refused with exit code 1 where the health does not speak for it and no reason is given.`;

const PROMOTE_EXAMPLES = `
Example:
  emend rollouts promote ro_1a2b3c4d5e6f

Once every review uses the candidate and the health speaks for it, or with a reason all the same.`;

const ROLL_BACK_EXAMPLES = `
Example:
  emend rollouts roll-back ro_1a2b3c4d5e6f --reason "findings became vague"

At once, also after the promotion. Without a reason only where too many answers were rejected.`;

const withStore = (command: Command): Command =>
  command
    .option("--store <file>", "where rollouts are kept (default: .emend/emend.db)")
    .option("--json", "print the answer as JSON");

export function addRollouts(program: Command, context: CliContext): void {
  const rollouts = program
    .command("rollouts")
    .description("bring in a new prompt or schema version: start, watch, advance, promote, roll back");
  withStore(rollouts.command("list"))
    .description("rollouts with how far they have come")
    .option("-n, --limit <count>", "how many to show, 1 to 500", "50")
    .option("--after <next>", "continue after the previous page: its `next`")
    .addHelpText("after", LIST_EXAMPLES)
    .action(async (options: RolloutsListOptions) => {
      const { runRolloutsList } = await import("./run-rollouts.ts");
      await runRolloutsList(options, context);
    });
  withStore(rollouts.command("show"))
    .description("one rollout with the health of both versions")
    .argument("<id>", "a rollout's id, as the list shows it")
    .option("-k, --key <key>", "which version the review of this name gets, such as owner/repository#17")
    .addHelpText("after", SHOW_EXAMPLES)
    .action(async (id: string, options: RolloutsShowOptions) => {
      const { runRolloutsShow } = await import("./run-rollouts.ts");
      await runRolloutsShow(id, options, context);
    });
  withStore(rollouts.command("assign"))
    .description("assign one review to a rollout, so that its answer counts")
    .argument("<id>", "a rollout's id, as the list shows it")
    .requiredOption("-k, --key <key>", "what names the review, such as owner/repository#17")
    .addHelpText("after", ASSIGN_EXAMPLES)
    .action(async (id: string, options: RolloutsAssignOptions) => {
      const { runRolloutsAssign } = await import("./run-rollouts-assign.ts");
      await runRolloutsAssign(id, options, context);
    });
  withStore(rollouts.command("start"))
    .description("try a version on a first slice of reviews")
    .requiredOption("--from <schema/prompt>", "the versions in use, such as 1.0/1.0")
    .requiredOption("--to <schema/prompt>", "the versions to try, such as 1.0/1.1")
    .option("--steps <percents>", "shares of reviews in percent (default: 1,5,25,50,100)")
    .option("-r, --reason <why>", "what it is for")
    .option("--as <name>", "who starts it (default: your user name)")
    .addHelpText("after", START_EXAMPLES)
    .action(async (options: RolloutsStartOptions) => {
      const { runRolloutsStart } = await import("./run-rollouts-change.ts");
      await runRolloutsStart(options, context);
    });
  const addChange = (
    type: "advance" | "promote" | "roll_back",
    description: string,
    examples: string,
  ): Command =>
    withStore(rollouts.command(type.replace("_", "-")))
      .description(description)
      .argument("<id>", "a rollout's id, as the list shows it")
      .option("-r, --reason <why>", "why, where the health does not say it")
      .option("--as <name>", "who decides (default: your user name)")
      .addHelpText("after", examples)
      .action(async (id: string, options: RolloutsChangeOptions) => {
        const { runRolloutsChange } = await import("./run-rollouts-change.ts");
        await runRolloutsChange(type, id, options, context);
      });
  addChange("advance", "give the candidate the next slice of reviews", ADVANCE_EXAMPLES).option(
    "--slice <percent>",
    "a wider share than the next step, which needs a reason",
  );
  addChange("promote", "make the candidate the version for all", PROMOTE_EXAMPLES);
  addChange("roll_back", "give all reviews the baseline again", ROLL_BACK_EXAMPLES);
}
