import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";

const DRAFT = `
Example:
  emend checks draft --jsonl < corrections.jsonl > checks.jsonl

Makes a deterministic check from a few corrections of the same mistake. Each line is
{id, language, corrections: [{before, after}], description?} and is answered by {id, check}. check is null if no
check hits every before, no after, and can be trusted on code that nobody has seen yet.

A check for javascript, typescript, tsx, python, rust or go is {kind: "structure", language, rule}, where rule is an
ast-grep rule. For any other language it is {kind: "text", tokens}: words that follow one another.`;

const RUN = `
Example:
  emend checks run --jsonl < code.jsonl > hits.jsonl

Each line is {check, language, code} and is answered by {hit, count, places: [{line, start, end}]}, with at most
100 places. Lines with the same code should follow one another, so that it is parsed once.`;

const EXPORT = `
Example:
  emend checks export > emend-checks.json

\`emend check\` reads emend-checks.json from the repository if there is neither a server nor a store, as in CI. Commit the
file, and export again after checks have changed. Checks of rules for one agent only are not in it.`;

export function addChecks(program: Command, context: CliContext): void {
  const checks = program.command("checks").description("deterministic checks that are made from corrections");
  checks
    .command("draft")
    .description("make a check from corrections of the same mistake")
    .requiredOption("--jsonl", "read one case per line, print one answer per line")
    .addHelpText("after", DRAFT)
    .action(lazyAction(context, async () => (await import("./run-checks.ts")).runChecksDraft));
  checks
    .command("run")
    .description("run checks over code")
    .requiredOption("--jsonl", "read one case per line, print one answer per line")
    .addHelpText("after", RUN)
    .action(lazyAction(context, async () => (await import("./run-checks.ts")).runChecksRun));
  checks
    .command("export")
    .description("print the checks that run, for `emend check` on machines without the store")
    .option("--store <file>", "where checks are kept (default: .emend/emend.db)")
    .addHelpText("after", EXPORT)
    .action(lazyAction(context, async () => (await import("./run-checks-export.ts")).runChecksExport));
}
