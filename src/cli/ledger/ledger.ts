import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";

export interface LedgerOptions {
  readonly store?: string;
  readonly ledger?: string;
}

export interface LedgerWriteOptions extends LedgerOptions {
  readonly anew?: boolean;
  readonly push?: boolean;
}

export interface LedgerRebuildOptions extends LedgerOptions {
  readonly as?: string;
}

export interface LedgerVerifyOptions extends LedgerOptions {
  readonly json?: boolean;
}

const ABOUT = `
The ledger is a git repository that people can read: decisions/<gate>/<id>.yaml, one file per decision,
feedback/<source>/<id>.yaml for all other feedback, and corrections/<task>/correction.diff. What was
learned is in rules/{proposed,active,rejected,retired}, edge_cases, evaluations and clusters.`;

const WRITE_EXAMPLES = `
Examples:
  emend ledger write
  git -C .emend/ledger remote add origin git@example.com:team/ledger.git
  emend ledger write --push

Commits what is missing from the ledger or differs; running it again commits nothing. When the status of a
rule changes, its file moves to another folder. Your own commits stay in the history, and your uncommitted
edits stay as they are.

Use --anew after erasing a person from the store: the new history has the current content of the store and
your own files, and no old version of a record. Clones and other copies are not changed; with --push the
remote's branch is replaced if nobody added to it.`;

const REBUILD_EXAMPLES = `
Examples:
  emend ledger rebuild --store new.db --ledger .emend/ledger
  git clone git@example.com:team/ledger.git ledger && emend ledger rebuild --ledger ledger

Reads the committed files and restores feedback, clusters, evaluations and rules with their revisions and
approvals; the audit log gets one entry for it. Stop everything else that uses the store first. Existing
records are not changed. A file that cannot be read is reported and skipped, everything else is restored,
and the exit code is 1. Running it again changes nothing.`;

const VERIFY_EXAMPLES = `
Examples:
  emend ledger verify
  emend ledger verify --json

--json prints {records, missing_from_ledger, missing_from_store, differing}, the last three each as
{count, paths} with up to 20 paths. The exit code is 1 if any count is above 0.`;

export function addLedger(program: Command, context: CliContext): void {
  const ledger = program
    .command("ledger")
    .description("write the git ledger, or rebuild the store from it")
    .addHelpText("after", ABOUT);
  const add = (name: string, does: string, examples: string): Command =>
    ledger
      .command(name)
      .description(does)
      .option("--store <file>", "where feedback is kept (default: .emend/emend.db)")
      .option("--ledger <folder>", "the ledger's folder (default: ledger, beside the store)")
      .addHelpText("after", examples);

  add("write", "write everything that the ledger is missing", WRITE_EXAMPLES)
    .option("--anew", "replace the ledger's history with a new one")
    .option("--push", "push to the ledger's remote origin (default: ledger.push)")
    .option("--no-push", "do not push, whatever the settings say")
    .action(lazyAction(context, async () => (await import("./run-ledger.ts")).runLedgerWrite));
  add("rebuild", "restore everything in the ledger to the store", REBUILD_EXAMPLES)
    .option("--as <name>", "who does it, for the audit log (default: your user name)")
    .action(lazyAction(context, async () => (await import("./run-ledger.ts")).runLedgerRebuild));
  add("verify", "compare the ledger with the store", VERIFY_EXAMPLES)
    .option("--json", "print the comparison as JSON")
    .action(lazyAction(context, async () => (await import("./run-ledger.ts")).runLedgerVerify));
}
