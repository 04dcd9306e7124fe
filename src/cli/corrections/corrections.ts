import { type Command, Option } from "commander";
import { CORRECTION_OUTCOMES, CORRECTION_SOURCES } from "../../core/correction/past-correction.ts";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { type StoreOptions, withStore } from "../options/store-option.ts";

export interface CorrectionsListOptions extends StoreOptions {
  readonly project?: string;
  readonly agent?: string;
  readonly author?: string;
  readonly path?: string;
  readonly found?: (typeof CORRECTION_SOURCES)[number];
  readonly outcome?: (typeof CORRECTION_OUTCOMES)[number];
  readonly withEdit?: boolean;
  readonly jsonl?: boolean;
  readonly limit: string;
  readonly after?: string;
}

const ABOUT = `
A past correction is one thing that a person corrected in an agent's work, whatever it was found in: a conversation,
a review, a commit or a decision. It has the lines before and after if they are known, the remark, and the outcome:
landed if the work was changed where the correction pointed, declined if it stayed as it was, otherwise unknown.
Secrets are masked, and outsiders' corrections are left out.

Recorded feedback that carries a diff adds its corrections by itself.`;

const LIST_EXAMPLES = `
Examples:
  emend corrections list --path src/cart.py
  emend corrections list --outcome landed --with-edit --limit 100
  emend corrections list --jsonl | jq -r '[.author, .remark] | @tsv'

--json prints {items, next}: each item has id, found, kind, remark, act, before, after, outcome, author, agent, project,
session, path, time, rework and origin; what is unknown is left out. Pass next to --after for the next page; it is null
on the last. --jsonl prints the same items, one a line.`;

const REBUILD_EXAMPLES = `
Examples:
  emend corrections rebuild

Run it once after an upgrade: feedback that an earlier version recorded has added no corrections yet. What is known
stays as it is, so it can be repeated. --json prints {new, changed, known}.`;

export function addCorrections(program: Command, context: CliContext): void {
  const corrections = program
    .command("corrections")
    .description("past corrections from conversations, reviews, commits and decisions: list, show, rebuild")
    .addHelpText("after", ABOUT);
  withStore(corrections.command("list"), "corrections are")
    .description("list past corrections, newest first")
    .option("--project <name>", "only of this repository or folder")
    .option("--agent <name>", "only of this agent's work")
    .option("--author <name>", "only by this person")
    .option("--path <path>", "only of this file, relative to the repository")
    .addOption(new Option("--found <source>", "only found there").choices(CORRECTION_SOURCES))
    .addOption(new Option("--outcome <outcome>", "only with this outcome").choices(CORRECTION_OUTCOMES))
    .option("--with-edit", "only with lines before or after")
    .option("--limit <number>", "how many to show", "20")
    .option("--after <cursor>", "the `next` of the previous page")
    .addOption(new Option("--jsonl", "print one correction a line").conflicts("json"))
    .addHelpText("after", LIST_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-corrections.ts")).runCorrectionsList));
  withStore(corrections.command("show"), "corrections are")
    .description("show one correction with its lines and where to look it up")
    .argument("<id>", "the id or a prefix of it")
    .action(lazyAction(context, async () => (await import("./run-corrections.ts")).runCorrectionsShow));
  withStore(corrections.command("rebuild"), "corrections are")
    .description("add the corrections in all recorded feedback")
    .addHelpText("after", REBUILD_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-corrections.ts")).runCorrectionsRebuild));
}
