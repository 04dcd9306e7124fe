import { type Command, Option } from "commander";
import { STANDINGS } from "../../core/evaluation/evaluation.ts";
import { OUTCOMES, SOURCE_KINDS } from "../../core/feedback/feedback.ts";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { type StoreOptions, withStore } from "../options/store-option.ts";

const CLASSES = [...STANDINGS, "not_evaluated"] as const;

export interface FeedbackListOptions extends StoreOptions {
  readonly agent?: string;
  readonly author?: string;
  readonly source?: (typeof SOURCE_KINDS)[number];
  readonly class?: (typeof CLASSES)[number];
  readonly outcome?: (typeof OUTCOMES)[number];
  readonly tag?: string;
  readonly since?: string;
  readonly text?: string;
  readonly limit: string;
  readonly after?: string;
}

const LIST_EXAMPLES = `
Examples:
  emend feedback list --agent rio --since 7d
  emend feedback list --author ana --class not_evaluated
  emend feedback list --text "cents money" --json | jq -r '.items[].id'

--json prints {items, next}: each item is a record with its class and cluster_id, null if it has none. Pass next to
--after for the next page; it is null on the last. With filters a page may have fewer than --limit items and still have a next.`;

const STORY_EXAMPLE = `
Example:
  emend feedback story fb_1a2b3c4d

--json prints {feedback_id, now, next, steps: [{at, step, text, id, by}]}: the feedback, its evaluation, the cluster
that it joined, what was proposed and decided, the reminders, and when the same feedback was given again.`;

/** `emend feedback list`, `show` and `story`. */
export function addRecordedFeedback(feedback: Command, context: CliContext): void {
  withStore(feedback.command("list"), "feedback is")
    .description("list recorded feedback, newest first")
    .option("--agent <name>", "only about this agent's work")
    .option("--author <name>", "only by this person or tool")
    .addOption(new Option("--source <kind>", "only from this kind of source").choices(SOURCE_KINDS))
    .addOption(new Option("--class <class>", "only feedback of this class").choices(CLASSES))
    .addOption(new Option("--outcome <outcome>", "only with this decision").choices(OUTCOMES))
    .option("--tag <tag>", "only with this tag")
    .option("--since <time>", "only since then: 7d, 24h, 2026-01-31 or a time in RFC 3339")
    .option("--text <words>", "only feedback that contains all of these words")
    .option("--limit <number>", "how many to show", "20")
    .option("--after <cursor>", "the `next` of the previous page")
    .addHelpText("after", LIST_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-feedback.ts")).runFeedbackList));
  withStore(feedback.command("show"), "feedback is")
    .description("show one record with its evaluation, its cluster and the original")
    .argument("<id>", "the id or a prefix of it")
    .action(lazyAction(context, async () => (await import("./run-feedback.ts")).runFeedbackShow));
  withStore(feedback.command("story"), "feedback is")
    .description("show what became of a record: evaluated, grouped, proposed, decided, repeated")
    .argument("<id>", "the id or a prefix of it")
    .addHelpText("after", STORY_EXAMPLE)
    .action(lazyAction(context, async () => (await import("./run-feedback.ts")).runFeedbackStory));
}
