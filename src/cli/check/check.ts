import { Option, type Command } from "commander";
import type { RunningState } from "../../core/check/rule-check.ts";
import type { CliContext } from "../cli-context.ts";
import { collect } from "../options/collect.ts";
import { lazyAction } from "../options/lazy-action.ts";

const CHECK_FORMATS = ["text", "json", "jsonl", "sarif", "rdjson", "github", "gitlab"] as const;
type CheckFormat = (typeof CHECK_FORMATS)[number];
const FAIL_ON = ["watching", "nudging", "blocking"] as const satisfies readonly RunningState[];

export interface CheckOptions {
  readonly range?: string;
  readonly staged?: boolean;
  readonly stdin?: boolean;
  readonly path?: string;
  readonly format: CheckFormat;
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly sarifUpload: "action" | "api";
  readonly fix?: boolean;
  readonly failOn: RunningState;
  readonly checks?: string;
  readonly results?: readonly string[];
  readonly store?: string;
  readonly agent?: string;
  readonly run?: string;
  readonly requireChecks?: boolean;
  /** False with --no-report. */
  readonly report: boolean;
}

const HELP = `
Examples:
  emend check                             every file that git does not ignore
  emend check src/cart.ts docs            these files and folders
  emend check --staged                    the staged lines, as a pre-commit hook does
  emend check --range main...HEAD         the lines that a branch changes, as CI does
  emend check --stdin --path src/a.ts < a.ts
  emend check --results eslint.json       also what ESLint reported for rules that checks name
  emend check --fix                       also replace what every earlier correction agrees on

The checks of rules in force run: those that watch, nudge or block (\`emend checks list\`), whichever agent their rule
is for; --agent runs those of one agent. They come from the file of
--checks, else from the server of server.url, else from the store, else from emend-checks.json in the repository
(\`emend checks export\` writes it). Hits are reported to where the checks come from, so that people see which checks
are right; --no-report prevents that.

A check may be a rule of a linter. Emend runs no linter: run it yourself, and pass its report to --results.

The exit code is 1 if a hit of a blocking check is left. With --fail-on nudging or watching, milder ones fail as well.
With --require-checks, it is also 1 if there is no check to run, so that CI notices a lost file or store.

To override a hit, give the reason in a comment on its line or on the line before:
  total == null // emend-ignore: null and undefined are the same here
emend-ignore[<rule or check id>]: overrides one rule or check only. A comment without a reason overrides nothing.`;

export function addCheck(program: Command, context: CliContext): void {
  program
    .command("check")
    .description("run the checks of your rules over files, a change or what is staged")
    .argument("[paths...]", "files and folders (default: the whole repository)")
    .addOption(
      new Option(
        "--range <range>",
        "check the lines that a git range changes, such as main...HEAD",
      ).conflicts(["staged", "stdin", "fix"]),
    )
    .addOption(
      new Option("--staged", "check the lines that are staged, as they are staged").conflicts([
        "stdin",
        "fix",
      ]),
    )
    .addOption(new Option("--stdin", "check standard input, as the file of --path").conflicts("fix"))
    .option("--path <file>", "with --stdin: the file's path in the repository, which need not exist")
    .addOption(new Option("--format <format>", "output format").choices(CHECK_FORMATS).default("text"))
    .addOption(new Option("--json", "same as --format json").conflicts(["format", "jsonl"]))
    .addOption(new Option("--jsonl", "same as --format jsonl: one hit per line").conflicts("format"))
    .option("--require-checks", "exit with 1 if there is no check to run")
    .addOption(
      new Option("--sarif-upload <how>", "how the SARIF is uploaded to GitHub; api needs fingerprints in it")
        .choices(["action", "api"])
        .default("action"),
    )
    .option("--fix", "replace hits of checks whose examples all agree on the fix")
    .addOption(
      new Option("--fail-on <state>", "exit with 1 on hits of checks in this state or a stricter one")
        .choices(FAIL_ON)
        .default("blocking"),
    )
    .option(
      "--results <file>",
      "a linter's report, for checks that name its rules (repeatable): SARIF or the tool's own JSON",
      collect,
    )
    .option("--checks <file>", "the checks, as `emend checks export` writes them")
    .option("--store <file>", "where checks are kept (default: .emend/emend.db)")
    .option("--agent <name>", "the agent whose work it is: also runs the checks of rules for this agent only")
    .option("--run <id>", "with --agent: the run whose work it is")
    .option("--no-report", "do not report what was found")
    .addHelpText("after", HELP)
    .action(lazyAction(context, async () => (await import("./run-check.ts")).runCheck));
}
