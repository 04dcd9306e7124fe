import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { collect } from "../options/collect.ts";
import { addRulesConflicts } from "./rules-conflicts.ts";
import { addRulesDecisions } from "./rules-decide.ts";
import { addRulesDraft } from "./rules-draft.ts";
import { addRulesEvaluations } from "./rules-evaluations.ts";
import { addRulesImport } from "./rules-import.ts";
import { addRulesLint } from "./rules-lint.ts";
import { addRulesSunset } from "./rules-sunset.ts";
import { addRulesReplay } from "./rules-replay.ts";
import { withStore, type StoreOptions } from "../options/store-option.ts";

export interface RulesListOptions extends StoreOptions {
  readonly after?: string;
  readonly status?: string;
  readonly agent?: string;
  readonly limit: string;
}

export interface RulesProposeOptions extends StoreOptions {
  readonly text?: string;
  readonly reason?: string;
  readonly type?: string;
  readonly agent?: readonly string[];
  readonly path?: readonly string[];
  readonly cluster?: string;
  readonly again?: string;
  readonly as?: string;
}

export interface RulesPromptOptions extends StoreOptions {
  readonly agent: string;
  readonly run?: string;
  readonly task?: string;
  readonly files?: readonly string[];
  readonly model?: string;
  readonly agentVersion?: string;
}

const LIST_EXAMPLES = `
Examples:
  emend rules list
  emend rules list --status proposed --agent rio
  emend rules list --json | jq '.items[] | select(.effect.verdict == "ineffective")'

Pending rules come first, the most useful at the top; then flagged rules, rules in force, and ended ones.
--json prints {items: [{rule_id, status, version, type, text, scope, age_days, approval, benefit, effect}],
next}; rule_id is the id that other commands take; it is also there as id.`;

const SHOW_EXAMPLES = `
Examples:
  emend rules show ru_1a2b3c
  emend rules show 1a2b3c --json

Shows the pending version with everything for and against it: evidence, corrections, conflicts and
duplicates, approved work that contradicts it, warnings about the text, what it would have done in the past, and
who has approved. \`emend rules replay\` adds the cases and the repository's history.`;

const PROPOSE_EXAMPLES = `
Examples:
  emend rules propose
  emend rules propose --text "Close every file handle in a finally block." --reason "Handles leak." --agent rio
  emend rules propose --text "Close every file handle in a finally block." --cluster cl-3f2a
  emend rules propose --again ru_1a2b3c --reason "we were on holiday"

Without --text, new feedback is evaluated and a rule is proposed for what recurs. With --text, you propose
your own rule; it needs the same approvals as any other. Yours alone is enough only if you work alone (\`emend people alone\`).
Proposals that nobody decides in time expire; --again proposes such a rule again, with the same text.
--json prints {evaluated, expired, proposed, skipped, checks}, or {rule_id, version, …} for your own.`;

const PROMPT_EXAMPLES = `
Examples:
  emend rules prompt --agent rio --run 2026-03-01-17 base.md > prompt.md
  emend rules prompt --agent rio --files src/io.ts < base.md

Prints the base prompt followed by the agent's rules. With --run, Emend records which rules the run got and
which were withheld, so that their effect can be measured.
--json prints {prompt, rules, withheld, withheld_more, tokens, recorded}.`;

const EFFECT_EXAMPLES = `
Examples:
  emend rules effect
  emend rules effect ru_1a2b3c --json

Compares how often each rule's mistake came up before the rule and since, in runs or in decided work.
There is no verdict in the first 7 days. --json prints {effects, alerts}.`;

const BLAME_EXAMPLES = `
Examples:
  emend rules blame AGENTS.md
  emend rules blame CLAUDE.md --json | jq '.lines[] | select(.from == "changed")'

Like git blame, for instructions: shows for each line which rule it states, in which version, who approved
it and when, and from how many corrections. Lines that Emend did not write have the author from git.
--json prints {file, lines: [{line, text, from, rule, author, time}]}.`;

const HISTORY_EXAMPLES = `
Example:
  emend rules history ru_1a2b3c

--json prints {rule_id, status, acts: [{at, version, act, by, reason}], versions}.`;

export function addRules(program: Command, context: CliContext): void {
  const rules = program
    .command("rules")
    .description("rules that agents learn: list, show, replay, propose, decide, measure, compare");
  withStore(rules.command("list"), "rules are")
    .description("list rules with their approvals and effects")
    .option("-s, --status <status>", "proposed, active, flagged, rejected, expired or retired")
    .option("-a, --agent <name>", "only rules for this agent")
    .option("-n, --limit <count>", "how many to show, 1 to 500", "50")
    .option("--after <next>", "start after the previous page")
    .addHelpText("after", LIST_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rules-list.ts")).runRulesList));
  withStore(rules.command("show"), "rules are")
    .description("show everything needed to decide about a rule")
    .argument("<id>", "the rule's id or a prefix of it")
    .addHelpText("after", SHOW_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rules-show.ts")).runRulesShow));
  withStore(rules.command("history"), "rules are")
    .description("show every version of a rule, and what people decided")
    .argument("<id>", "the rule's id or a prefix of it")
    .addHelpText("after", HISTORY_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rules-show.ts")).runRulesHistory));
  addRulesReplay(rules, context);
  withStore(rules.command("propose"), "rules are")
    .description("propose rules for what recurs, or your own rule")
    .option("-t, --text <text>", "what to do, as an instruction")
    .option("-r, --reason <why>", "why it is needed")
    .option("--type <type>", "constraint, guideline, negative_example or positive_example")
    .option("-a, --agent <name>", "the agents it is for (repeatable; default: every agent)", collect)
    .option("-p, --path <glob>", "the files it is for (repeatable; default: all)", collect)
    .option("--again <rule>", "propose an expired rule again")
    .option("--cluster <id>", "the cluster of feedback that is its evidence")
    .option("--as <name>", "who proposes it (default: your user name)")
    .addHelpText("after", PROPOSE_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rules-propose.ts")).runRulesPropose));
  addRulesDecisions(rules, context);
  withStore(rules.command("effect"), "rules are")
    .description("show whether the rules in force help")
    .argument("[id]", "one rule (default: all in force)")
    .addHelpText("after", EFFECT_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rules-show.ts")).runRulesEffect));
  withStore(rules.command("prompt"), "rules are")
    .description("print an agent's prompt with its rules")
    .argument("[file]", "the base prompt (default: standard input)")
    .requiredOption("-a, --agent <name>", "the agent")
    .option("--run <name>", "the run it is for; without it nothing is recorded")
    .option("--task <name>", "the task of the run")
    .option("-f, --files <path>", "a file that the run changes (repeatable)", collect)
    .option("--model <name>", "the agent's model in this run")
    .option("--agent-version <version>", "the version of the agent's program")
    .addHelpText("after", PROMPT_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rules-prompt.ts")).runRulesPrompt));
  withStore(rules.command("blame"), "rules are")
    .description("show for each line of an instruction file which rule it is and who approved it")
    .argument("<file>", "the file, such as AGENTS.md")
    .addHelpText("after", BLAME_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-rules-blame.ts")).runRulesBlame));
  addRulesEvaluations(rules, context);
  addRulesConflicts(rules, context);
  addRulesDraft(rules, context);
  addRulesSunset(rules, context);
  addRulesImport(rules, context);
  addRulesLint(rules, context);
}
