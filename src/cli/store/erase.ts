import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { type StoreOptions, withStore } from "../options/store-option.ts";
import { lazyAction } from "../options/lazy-action.ts";

export interface EraseOptions extends StoreOptions {
  readonly yes?: boolean;
  readonly as?: string;
}

const PERSON_EXAMPLES = `
Examples:
  emend erase person dana
  emend erase person dana@example.com --yes --as privacy-desk

Removes the person's name and words from all their records and from the audit log, and rewrites the
store's files so that no trace is left. Counts stay. The name must match exactly. The vectors of their
words are deleted too, and their tokens of that name, except agents', are revoked. The git ledger is a
copy: rewrite it afterwards with \`emend ledger write --anew\`.`;

const AGE_EXAMPLES = `
Examples:
  emend erase older-than 90d
  emend erase older-than 2026-01-31 --yes

Deletes older records and their vectors; the counts behind patterns stay. Days start at midnight UTC.`;

export function addErase(program: Command, context: CliContext): void {
  const erase = program.command("erase").description("erase a person or old records from the store");
  withOptions(erase.command("person").description("erase a person from every record and the audit log"))
    .argument("<id>", "the person's name, as in records")
    .addHelpText("after", PERSON_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-erase.ts")).runErasePerson));
  withOptions(erase.command("older-than").description("delete records older than a time"))
    .argument("<age|date>", "such as 90d, 12w or 2026-01-31")
    .addHelpText("after", AGE_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-erase.ts")).runEraseOlderThan));
}

const withOptions = (command: Command): Command =>
  withStore(
    command
      .option("-y, --yes", "do not ask; required without a terminal")
      .option("--as <name>", "who does it, for the audit log (default: your user name)"),
    "records are",
    "what was done",
  );
