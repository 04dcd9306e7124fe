import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { collect } from "../options/collect.ts";
import { addRulesConflicts } from "./rules-conflicts.ts";
import { addRulesDecisions } from "./rules-decide.ts";
import { addRulesDraft } from "./rules-draft.ts";
import { addRulesEvaluations } from "./rules-evaluations.ts";
import { withStore, type StoreOptions } from "../options/store-option.ts";

export interface RulesListOptions extends StoreOptions {
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
}

const LIST_EXAMPLES = `
Examples:
  emend rules list
  emend rules list --status proposed --agent rio
  emend rules list --json | jq '.rules[] | select(.effect.verdict == "ineffective")'

What awaits a decision comes first, the most useful first; then what is flagged, in force, and ended.
--json prints {rules: [{rule_id, status, version, type, text, scope, age_days, approval, benefit, effect}],
more}; rule_id is what every other command calls it, and stands there as id too.`;

const SHOW_EXAMPLES = `
Examples:
  emend rules show ru_1a2b3c
  emend rules show 1a2b3c --json

Shows the version that awaits a decision with all that speaks for and against it: evidence, corrections,
conflicts and duplicates, approved work that contradicts it, warnings about the text, and who has approved.`;

const PROPOSE_EXAMPLES = `
Examples:
  emend rules propose
  emend rules propose --text "Close every file handle in a finally block." --reason "Handles leak." --agent rio
  emend rules propose --text "Close every file handle in a finally block." --cluster cl-3f2a
  emend rules propose --again ru_1a2b3c --reason "we were on holiday"

Without --text, feedback that is new is evaluated and what recurs is proposed. With it, you propose
a rule of your own; it needs the same approvals as any other, and you cannot be the only one.
Proposals that nobody decided in time expire; --again proposes such a rule once more, in the same words.
--json prints {evaluated, expired, proposed, skipped}, or {rule_id, version, …} for your own.`;

const PROMPT_EXAMPLES = `
Examples:
  emend rules prompt --agent rio --run 2026-03-01-17 base.md > prompt.md
  emend rules prompt --agent rio --files src/io.ts < base.md

Prints the base prompt with the agent's rules after it. With --run it is recorded which rules went
into the run and which were withheld, so that their effect can be measured.
--json prints {prompt, rules, withheld, withheld_more, tokens, recorded}.`;

const EFFECT_EXAMPLES = `
Examples:
  emend rules effect
  emend rules effect ru_1a2b3c --json

Compares how often each rule's mistake came up before and since, in runs or in decided work. Nothing
is concluded in the first 7 days. --json prints {effects, alerts}.`;

const HISTORY_EXAMPLES = `
Example:
  emend rules history ru_1a2b3c

--json prints {rule_id, status, acts: [{at, version, act, by, reason}], versions}.`;

export function addRules(program: Command, context: CliContext): void {
  // Else the program takes `--version` of a subcommand for its own, prints its version and decides nothing.
  program.enablePositionalOptions();
  const rules = program
    .command("rules")
    .description("rules that agents learn: list, show, propose, decide, measure, compare");
  withStore(rules.command("list"))
    .description("rules with their approvals and effects")
    .option("-s, --status <status>", "proposed, active, flagged, rejected, expired or retired")
    .option("-a, --agent <name>", "only rules that this agent gets")
    .option("-n, --limit <count>", "how many to show, 1 to 500", "50")
    .addHelpText("after", LIST_EXAMPLES)
    .action(async (options: RulesListOptions) => {
      const { runRulesList } = await import("./run-rules-list.ts");
      await runRulesList(options, context);
    });
  withStore(rules.command("show"))
    .description("everything needed to decide about a rule")
    .argument("<id>", "the rule's id or a prefix of it")
    .addHelpText("after", SHOW_EXAMPLES)
    .action(async (id: string, options: StoreOptions) => {
      const { runRulesShow } = await import("./run-rules-show.ts");
      await runRulesShow(id, options, context);
    });
  withStore(rules.command("history"))
    .description("every version of a rule, and what people said to it")
    .argument("<id>", "the rule's id or a prefix of it")
    .addHelpText("after", HISTORY_EXAMPLES)
    .action(async (id: string, options: StoreOptions) => {
      const { runRulesHistory } = await import("./run-rules-history.ts");
      await runRulesHistory(id, options, context);
    });
  withStore(rules.command("propose"))
    .description("propose what recurs, or a rule of your own")
    .option("-t, --text <text>", "what to do, as an instruction")
    .option("-r, --reason <why>", "why, in plain words")
    .option("--type <type>", "constraint, guideline, negative_example or positive_example")
    .option("-a, --agent <name>", "whom it is for (repeatable; default: every agent)", collect)
    .option("-p, --path <glob>", "files it is for (repeatable; default: all)", collect)
    .option("--again <rule>", "propose a rule again whose proposal expired")
    .option("--cluster <id>", "the cluster of feedback that it answers, whose members speak for it")
    .option("--as <name>", "who proposes it (default: your user name)")
    .addHelpText("after", PROPOSE_EXAMPLES)
    .action(async (options: RulesProposeOptions) => {
      const { runRulesPropose } = await import("./run-rules-propose.ts");
      await runRulesPropose(options, context);
    });
  addRulesDecisions(rules, context);
  withStore(rules.command("effect"))
    .description("whether rules in force help")
    .argument("[id]", "one rule; all in force when left out")
    .addHelpText("after", EFFECT_EXAMPLES)
    .action(async (id: string | undefined, options: StoreOptions) => {
      const { runRulesEffect } = await import("./run-rules-effect.ts");
      await runRulesEffect(id, options, context);
    });
  withStore(rules.command("prompt"))
    .description("an agent's prompt with its rules")
    .argument("[file]", "the base prompt; standard input when left out")
    .requiredOption("-a, --agent <name>", "whose prompt")
    .option("--run <name>", "the run that it is for; without it nothing is recorded")
    .option("--task <name>", "the task that the run is for")
    .option("-f, --files <path>", "a file that the run touches (repeatable)", collect)
    .addHelpText("after", PROMPT_EXAMPLES)
    .action(async (file: string | undefined, options: RulesPromptOptions) => {
      const { runRulesPrompt } = await import("./run-rules-prompt.ts");
      await runRulesPrompt(file, options, context);
    });
  addRulesEvaluations(rules, context);
  addRulesConflicts(rules, context);
  addRulesDraft(rules, context);
}
