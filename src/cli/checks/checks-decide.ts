import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { type StoreOptions, withStore } from "../options/store-option.ts";

export type CheckDecisionType = "approve" | "watch" | "nudge" | "block" | "retire";

export interface ChecksDecideOptions extends StoreOptions {
  readonly as?: string;
  readonly version?: string;
  readonly reason?: string;
}

const APPROVE = `
Examples:
  emend checks approve ck_1a2b3c
  emend checks approve 1a2b3c --version 2 --as ana

With the last approval it needs, each by a different person, a new check begins to watch, and a new version takes
the place of the one that runs. Pass the version that you read with --version.
Exit code 1 if the approval is refused.`;

const WATCH = `
Example:
  emend checks watch ck_1a2b3c --reason "it stops too much"

It only reports. One person is enough, also for a check that nobody has approved, or that nudges or blocks now.`;

const NUDGE = `
Example:
  emend checks nudge ck_1a2b3c --reason "40 of 40 hits were right"

The hook tells the agent right after the edit. Its version must be approved and its rule in force. While it runs, the
text of the rule leaves the prompt.`;

const BLOCK = `
Example:
  emend checks block ck_1a2b3c --reason "no wrong hit in a month"

The hook refuses the edit, and \`emend check\` fails. Its version must be approved and its rule in force.`;

const RETIRE = `
Example:
  emend checks retire ck_1a2b3c --reason "the linter has this rule now"

It stops immediately, and the text of its rule returns to the prompt. One person is enough.`;

export function addChecksDecisions(checks: Command, context: CliContext): void {
  const add = (type: CheckDecisionType, description: string, help: string): Command =>
    withStore(checks.command(type), "checks are")
      .description(description)
      .argument("<id>", "the check's id or a prefix of it")
      .option("--as <name>", "who decides (default: your user name)")
      .addHelpText("after", help)
      .action(async (id: string, options: ChecksDecideOptions) => {
        const { runChecksDecide } = await import("./run-checks-decide.ts");
        await runChecksDecide(type, id, options, context);
      });
  const version = [
    "--version <number>",
    "the version you read (default: the one that `show` prints)",
  ] as const;
  const reason = ["-r, --reason <why>", "why, for the audit log"] as const;
  add("approve", "approve the version that waits", APPROVE).option(...version);
  add("watch", "let it report only", WATCH)
    .option(...version)
    .option(...reason);
  add("nudge", "let it tell agents at once", NUDGE)
    .option(...version)
    .option(...reason);
  add("block", "let it refuse edits and fail CI", BLOCK)
    .option(...version)
    .option(...reason);
  add("retire", "stop a check", RETIRE).requiredOption("-r, --reason <why>", "for whoever drafts it again");
}
