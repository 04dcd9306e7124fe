import { type Command, Option } from "commander";
import { ACTION_TYPES, type ActionType } from "../../core/prompt/refinement-actions.ts";
import { SIGNAL_TYPES, type SignalType } from "../../core/signal/signal.ts";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { type StoreOptions, withStore } from "../options/store-option.ts";

export interface RefinementsOptions extends StoreOptions {
  readonly agent?: string;
  readonly type?: SignalType;
  readonly action?: ActionType;
  readonly session?: string;
  readonly run?: string;
  readonly since?: string;
}

export interface RefinementsListOptions extends RefinementsOptions {
  readonly limit: string;
  readonly after?: string;
}

const ABOUT = `
\`emend refine --log\`, \`POST /api/v1/prompts/refine\` and MCP's refine_prompt store one entry for each iteration that
changed a prompt: the prompt before and after, the type and text of the feedback, the applied actions and the score.
Secrets are masked before anything is stored.

The next outcome of an entry is the next signal in its run or session: approved, approved_with_changes or rejected;
the same with claimed_ if only the agent reports it; a failure such as runtime_error; or a remark.`;

const LIST_EXAMPLES = `
Examples:
  emend refinements list --agent rio --since 7d
  emend refinements list --type user_rejection --action narrow_scope
  emend refinements list --json | jq '.items[] | [.feedback_type, .actions_applied, .next.heard]'

--json prints {items, next}: each item has id, timestamp, original_prompt, feedback_type, feedback_signal,
actions_applied, refined_prompt, iteration, success, score_before, score_after, agent, session, run, recorded_by
and next {heard, at, id}. Pass next to --after for the next page; it is null on the last.`;

const SUMMARY_EXAMPLES = `
Examples:
  emend refinements summary
  emend refinements summary --agent rio --since 30d --json

For each type of signal and each action: the number of iterations, the mean score before and after, how many reached
the target score, and the next outcomes. "fail" means rejections and failures, "?" no outcome yet.`;

export function addRefinements(program: Command, context: CliContext): void {
  const refinements = program
    .command("refinements")
    .description("the log of refined prompts, across sessions: list, show, summary")
    .addHelpText("after", ABOUT);
  withFilters(refinements.command("list").description("list refinements, newest first"))
    .option("--limit <number>", "how many to show", "20")
    .option("--after <cursor>", "the `next` of the previous page")
    .addHelpText("after", LIST_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-refinements.ts")).runRefinementsList));
  withStore(refinements.command("show"), "the log is")
    .description("show one entry with both prompts and the next outcome")
    .argument("<id>", "the id or a prefix of it")
    .action(lazyAction(context, async () => (await import("./run-refinements.ts")).runRefinementsShow));
  withFilters(refinements.command("summary").description("show what each action achieved, by type of signal"))
    .addHelpText("after", SUMMARY_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-refinements.ts")).runRefinementsSummary));
}

const withFilters = (command: Command): Command =>
  withStore(
    command
      .option("--agent <name>", "only for this agent")
      .addOption(new Option("--type <type>", "only after this type of signal").choices(SIGNAL_TYPES))
      .addOption(new Option("--action <action>", "only if this action was applied").choices(ACTION_TYPES))
      .option("--session <name>", "only of this session")
      .option("--run <name>", "only of this run")
      .option("--since <time>", "only since then: 7d, 24h, 2026-01-31 or a time in RFC 3339"),
    "the log is",
  );
