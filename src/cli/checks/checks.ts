import { type Command, Option } from "commander";
import { HIT_VERDICTS } from "../../core/check/check-hit.ts";
import { CHECK_STATES } from "../../core/check/rule-check.ts";
import type { CliContext } from "../cli-context.ts";
import { collect } from "../options/collect.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { type StoreOptions, withStore } from "../options/store-option.ts";
import { addChecksDecisions } from "./checks-decide.ts";

export interface ChecksListOptions extends StoreOptions {
  readonly state?: readonly string[];
  readonly rule?: string;
  readonly limit: string;
  readonly after?: string;
}

export interface ChecksDraftOptions extends StoreOptions {
  readonly jsonl?: boolean;
  readonly check?: string;
  readonly pattern?: string;
  readonly words?: string;
  readonly lint?: readonly string[];
  readonly language?: string;
  readonly note?: string;
  readonly as?: string;
}

export interface ChecksTryOptions extends StoreOptions {
  readonly version?: string;
}

export interface ChecksHitsOptions extends StoreOptions {
  readonly verdict?: string;
  readonly jsonl?: boolean;
  readonly limit: string;
  readonly after?: string;
}

export interface ChecksJudgeOptions extends StoreOptions {
  readonly reason?: string;
  readonly as?: string;
}

const ABOUT = `
A check is a deterministic test of a rule, such as an ast-grep pattern. It is made from the code before and after in
the rule's corrections, and offered only if it finds those and nothing that people accepted.

  drafted    nobody uses it yet
  watching   it reports and counts
  nudging    the hook tells the agent right after the edit
  blocking   the hook refuses the edit, and CI fails

People move it from state to state. One person is enough to watch or retire it. To nudge or block, it needs the
same approvals as a rule.`;

const LIST = `
Examples:
  emend checks list
  emend checks list --state nudging --state blocking --json

--json prints {items, next}. Each item has check_id, rule_id, rule, state, running, pending, version, check, trial,
figures, approval, last_move and revision. Pass next to --after for the next page; it is null on the last.`;

const SHOW = `
Examples:
  emend checks show ck_1a2b3c
  emend checks show 1a2b3c --json

Shows what it finds, what it was tried on, its examples, its figures and who has approved it.`;

const DRAFT = `
Examples:
  emend checks draft ru_1a2b3c
  emend checks draft ru_1a2b3c --language javascript --pattern 'parseInt($X)'
  emend checks draft ru_1a2b3c --words "will be ready by"
  emend checks draft ru_1a2b3c --lint eslint/no-var --lint biome/style/useConst
  emend checks draft ru_1a2b3c --check check.json
  emend checks draft --jsonl < corrections.jsonl > checks.jsonl

Makes a check from the corrections of a rule, or takes your own: a pattern of ast-grep, words that follow one another,
rules of linters whose reports \`emend check --results\` reads, or a file as --jsonl prints checks. It is saved as a draft if it finds at least half of the rule's corrections, and
nothing that people made of them, accepted in submissions, or corrected because of another rule. Otherwise the
exit code is 1, and you see what speaks against it.
--json prints {check, tried}.

With --jsonl no store is used. Each line is {id, language, corrections: [{before, after}], description?} and is
answered by {id, check}. check is null if no check hits every before, no after, and can be trusted on code that
nobody has seen yet. A check for javascript, jsx, typescript, tsx, python, rust or go is
{kind: "structure", language, rule}, where rule is an ast-grep rule. For prose (text, markdown, email or another
language that reads like it) it is {kind: "text", phrases}: words in any inflection, with gaps, alternatives and classes
such as <weekday>. Code blocks, links and quotations are not read. For any other language it is
{kind: "text", tokens}: words that follow one another.`;

const LINTERS = `
Examples:
  emend checks linters ru_1a2b3c
  emend checks linters ru_1a2b3c --json

Lists rules of linters for known mistakes that are the rule's, or near it in meaning. It says whether the repository
has the linter and the rule switched on, as far as settings that are data say it (.eslintrc.json, .oxlintrc.json,
biome.json, ruff.toml, pyproject.toml), and shows the change that switches it on as a diff. Nothing is run and
nothing is written. Settings that are code, such as eslint.config.js, are not read.
--json prints {rule_id, mistakes: [{entry, rule, exact, linters: [{tool, rule, verified, in_repository, state, file,
change}]}]}.`;

const RUN = `
Example:
  emend checks run --jsonl < code.jsonl > hits.jsonl

Each line is {check, language, code} and is answered by {hit, count, places: [{line, start, end}]}, with at most
100 places. Lines with the same code should follow one another, so that it is parsed once.`;

const TRY = `
Examples:
  emend checks try ck_1a2b3c
  emend checks try ck_1a2b3c src test/cart.test.js --json

Runs one check over the repository, or over the paths given, and lists what it finds. The hits are kept, so that you
can say which are right: \`emend checks judge <hit> right\`.
--json prints {version, files, lines, hits, per_thousand_lines, items, notices}.`;

const HITS = `
Examples:
  emend checks hits --verdict none
  emend checks hits ck_1a2b3c --jsonl

--json prints {items, next}. Each item has id, check_id, version, state, time, checked_in, agent, path, line, code,
verdict, reason and judged_by. --jsonl prints the same items, one a line.`;

const JUDGE = `
Examples:
  emend checks judge hi_1a2b3c right
  emend checks judge hi_1a2b3c wrong --reason "generated code"

Verdicts decide whether a check may nudge or block, so they are in the audit log. A later verdict replaces
an earlier one. Overridden means that the hit is right and the code stays; it needs a reason.`;

const EXPORT = `
Example:
  emend checks export > emend-checks.json

\`emend check\` reads emend-checks.json from the repository if there is neither a server nor a store, as in CI. Commit the
file, and export again after checks have changed.`;

export function addChecks(program: Command, context: CliContext): void {
  const checks = program
    .command("checks")
    .description("deterministic checks of rules: list, show, draft, linters, try, decide, judge, export")
    .addHelpText("after", ABOUT);
  withStore(checks.command("list"), "checks are")
    .description("list checks with their states and figures, last changed first")
    .addOption(
      new Option("-s, --state <state>", "only in this state (repeatable)")
        .choices(CHECK_STATES)
        .argParser(collect),
    )
    .option("-r, --rule <id>", "only of this rule")
    .option("-n, --limit <count>", "how many to show, 1 to 500", "50")
    .option("--after <next>", "start after the previous page")
    .addHelpText("after", LIST)
    .action(lazyAction(context, async () => (await import("./run-checks-list.ts")).runChecksList));
  withStore(checks.command("show"), "checks are")
    .description("show everything needed to decide about a check")
    .argument("<id>", "the check's id or a prefix of it")
    .addHelpText("after", SHOW)
    .action(lazyAction(context, async () => (await import("./run-checks-list.ts")).runChecksShow));
  withStore(checks.command("draft"), "checks are")
    .description("make a check from the corrections of a rule")
    .argument("[rule]", "the rule's id or a prefix of it")
    .addOption(
      new Option("--jsonl", "read one case per line, print one answer per line").conflicts([
        "json",
        "check",
        "pattern",
        "words",
      ]),
    )
    .addOption(
      new Option("--check <file>", "your own check as JSON; - reads standard input").conflicts([
        "pattern",
        "words",
      ]),
    )
    .addOption(
      new Option(
        "--pattern <code>",
        "your own check: a code pattern of ast-grep; needs --language",
      ).conflicts("words"),
    )
    .option("--words <text>", "your own check: words that follow one another")
    .addOption(
      new Option("--lint <tool/rule>", "your own check: a linter's rule, such as eslint/no-var (repeatable)")
        .argParser(collect)
        .conflicts(["check", "pattern", "words", "jsonl"]),
    )
    .option("--language <name>", "the language of the pattern, or of corrections without a file")
    .option("--note <text>", "why, for those who decide")
    .option("--as <name>", "who drafts it (default: your user name)")
    .addHelpText("after", DRAFT)
    .action(lazyAction(context, async () => (await import("./run-checks-draft.ts")).runChecksDraft));
  withStore(checks.command("linters"), "rules are")
    .description("list rules of linters that find a rule's mistake, and whether they are on here")
    .argument("<rule>", "the rule's id or a prefix of it")
    .addHelpText("after", LINTERS)
    .action(lazyAction(context, async () => (await import("./run-checks-linters.ts")).runChecksLinters));
  checks
    .command("run")
    .description("run checks over code")
    .requiredOption("--jsonl", "read one case per line, print one answer per line")
    .addHelpText("after", RUN)
    .action(lazyAction(context, async () => (await import("./run-checks.ts")).runChecksRun));
  withStore(checks.command("try"), "checks are")
    .description("run one check over the repository and list the hits to judge")
    .argument("<id>", "the check's id or a prefix of it")
    .argument("[paths...]", "files and folders (default: the whole repository)")
    .option("--version <number>", "the version to try (default: the one that waits for a decision)")
    .addHelpText("after", TRY)
    .action(lazyAction(context, async () => (await import("./run-checks-try.ts")).runChecksTry));
  addChecksDecisions(checks, context);
  withStore(checks.command("hits"), "checks are")
    .description("list what checks found, newest first")
    .argument("[check]", "only of this check: its id or a prefix of it")
    .addOption(new Option("--verdict <verdict>", "only with this verdict").choices([...HIT_VERDICTS, "none"]))
    .addOption(new Option("--jsonl", "print one hit a line").conflicts("json"))
    .option("-n, --limit <count>", "how many to show, 1 to 500", "50")
    .option("--after <next>", "start after the previous page")
    .addHelpText("after", HITS)
    .action(lazyAction(context, async () => (await import("./run-checks-hits.ts")).runChecksHits));
  withStore(checks.command("judge"), "checks are")
    .description("say whether a hit is right, wrong or overridden")
    .argument("<hit>", "the hit's id or a prefix of it")
    .argument("<verdict>", HIT_VERDICTS.join(", "))
    .option("-r, --reason <why>", "why it is wrong, or why the code stays")
    .option("--as <name>", "who judges (default: your user name)")
    .addHelpText("after", JUDGE)
    .action(lazyAction(context, async () => (await import("./run-checks-hits.ts")).runChecksJudge));
  checks
    .command("export")
    .description("print the checks that run, for `emend check` on machines without the store")
    .option("--store <file>", "where checks are kept (default: .emend/emend.db)")
    .addHelpText("after", EXPORT)
    .action(lazyAction(context, async () => (await import("./run-checks-export.ts")).runChecksExport));
}
