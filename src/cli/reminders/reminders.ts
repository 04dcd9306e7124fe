import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { lazyAction } from "../options/lazy-action.ts";

export interface RemindersListOptions extends StoreOptions {
  readonly agent?: string;
  readonly file?: readonly string[];
  readonly about?: string;
  readonly source?: string;
}

export interface RemindersDismissOptions extends StoreOptions {
  readonly reason?: string;
  readonly as?: string;
}

const ABOUT = `
A correction by a trusted person is shown to the same agent right away, as a reminder in the person's words: when its
next conversation starts and before it edits that file. A reminder is not a rule. It ends when a rule or a check covers
the mistake, when the failure it names is fixed, when somebody dismisses it, or after two weeks.

The setting \`reminders\` chooses whose corrections are used: own (of the person who runs the agent), team or off.`;

const LIST_EXAMPLES = `
Examples:
  emend reminders list --agent claude-code
  emend reminders list --file src/money.ts --source team
  emend reminders list --json | jq '.items[] | .words'

--json prints {agent, source, items: [{feedback_id, words, by, said_at, until, path, here}], next: null}. Agents get the first
five, in at most 400 tokens.`;

const DISMISS_EXAMPLES = `
Example:
  emend reminders dismiss fb_1a2b3c4d --reason "Only true for the old client."

A prefix of the id is enough if it is unique. The feedback itself stays, and remains evidence for a rule.`;

export function addReminders(program: Command, context: CliContext): void {
  const reminders = program
    .command("reminders")
    .description("corrections that agents are reminded of before a rule covers them: list, dismiss")
    .addHelpText("after", ABOUT);
  reminders
    .command("list")
    .description("list what an agent is reminded of, most relevant first")
    .option("--agent <name>", "the agent (default: `agent` of emend.yaml, or claude-code)")
    .option("--file <path...>", "files that the agent is about to touch")
    .option("--about <words>", "what the work is about")
    .option("--source <own|team>", "whose corrections (default: the setting `reminders`)")
    .option("--store <file>", "where feedback is kept (default: .emend/emend.db)")
    .option("--json", "print the answer as JSON")
    .addHelpText("after", LIST_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-reminders.ts")).runRemindersList));
  reminders
    .command("dismiss")
    .description("end a reminder")
    .argument("<id>", "the id of the feedback, as shown by `list`")
    .option("--reason <words>", "why agents no longer need it")
    .option("--as <name>", "who dismisses it, for the audit log (default: your user name)")
    .option("--store <file>", "where feedback is kept (default: .emend/emend.db)")
    .option("--json", "print the answer as JSON")
    .addHelpText("after", DISMISS_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-reminders.ts")).runRemindersDismiss));
}
