import { Option, type Command } from "commander";
import { LINT_KINDS, LINT_SEVERITIES, type LintSeverity } from "../../core/rule-lint/lint-finding.ts";
import type { CliContext } from "../cli-context.ts";
import { collect } from "../options/collect.ts";
import { lazyAction } from "../options/lazy-action.ts";

const LINT_FORMATS = ["text", "json", "sarif"] as const;

export interface RulesLintOptions {
  readonly format: (typeof LINT_FORMATS)[number];
  readonly json?: boolean;
  readonly sarifUpload: "action" | "api";
  readonly failOn: LintSeverity | "never";
  readonly skip?: readonly string[];
  readonly sessions?: string;
  readonly cost?: boolean;
  readonly fix?: boolean;
  readonly write?: boolean;
  readonly store?: string;
}

const HELP = `
Examples:
  emend rules lint                              every instruction file of the repository
  emend rules lint AGENTS.md .cursor/rules      these files and folders
  emend rules lint --format sarif > lint.sarif  for code scanning
  emend rules lint --skip vague --fail-on error
  emend rules lint --fix                        show a diff of what is certainly right to change
  emend rules lint --fix --write                change the files

It reads AGENTS.md, CLAUDE.md with its imports, .claude/rules, Cursor, Copilot, Windsurf, Cline and Gemini rules and
SKILL.md. It runs nothing that they name and reads nothing outside of the repository.

Kinds of findings:
${Object.entries(LINT_KINDS)
  .map(([kind, [severity, title]]) => `  ${kind.padEnd(18)} ${severity.padEnd(8)} ${title}`)
  .join("\n")}

The last two need corrections in the store (\`emend learn --record\`). The exit code is 1 if an error or a warning is
found. To override a finding, give the reason in a comment on its line or on the line before:
  <!-- emend-ignore[stale-path]: the build creates it -->
emend-ignore: without a kind overrides all of that line.`;

export function addRulesLint(rules: Command, context: CliContext): void {
  rules
    .command("lint")
    .description("check the files that agents read as rules: stale, doubled, contradictory or hidden lines")
    .argument("[paths...]", "files and folders (default: the whole repository)")
    .addOption(new Option("--format <format>", "output format").choices(LINT_FORMATS).default("text"))
    .addOption(new Option("--json", "same as --format json").conflicts("format"))
    .addOption(
      new Option("--sarif-upload <how>", "how the SARIF is uploaded to GitHub; api needs fingerprints in it")
        .choices(["action", "api"])
        .default("action"),
    )
    .addOption(
      new Option("--fail-on <severity>", "exit with 1 on findings of this severity or a worse one")
        .choices([...LINT_SEVERITIES, "never"])
        .default("warning"),
    )
    .addOption(new Option("--skip <kind>", "leave out findings of this kind (repeatable)").argParser(collect))
    .option("--cost", "also list what files and lines cost in tokens")
    .option(
      "--sessions <count>",
      "sessions a month, for the cost (default: from transcripts on this machine, else 100)",
    )
    .option("--fix", "show changes that are certainly right as a diff, each with its reason")
    .addOption(new Option("--write", "with --fix: change the files"))
    .option("--store <file>", "the store whose corrections are compared (default: .emend/emend.db)")
    .addHelpText("after", HELP)
    .action(lazyAction(context, async () => (await import("./run-rules-lint.ts")).runRulesLint));
}
