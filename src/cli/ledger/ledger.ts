import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";

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
The ledger is a git repository that people can read: decisions/<gate>/<id>.yaml, one file for each
decision, feedback/<source>/<id>.yaml for everything else that was said, and
corrections/<task>/correction.diff. What was learned lies in rules/{proposed,active,rejected,retired},
edge_cases, evaluations and clusters.`;

const WRITE_EXAMPLES = `
Examples:
  emend ledger write
  git -C .emend/ledger remote add origin git@example.com:team/ledger.git
  emend ledger write --push

Commits what the ledger lacks or has otherwise; running it again commits nothing. A rule that was decided
on moves to the folder of what it is now. What you committed
to the ledger stays in its history, and edits that you have not committed stay as they are.

--anew is for after a person was erased from the store: the new history holds what the store holds now
and your own files, and no old version of a record can be read any more. Copies elsewhere, such as
clones, are yours to deal with; with --push the remote's branch is replaced if nobody added to it.`;

const REBUILD_EXAMPLES = `
Examples:
  emend ledger rebuild --store new.db --ledger .emend/ledger
  git clone git@example.com:team/ledger.git ledger && emend ledger rebuild --ledger ledger

Reads what is committed, and puts feedback, clusters, evaluations and rules back as they were, with their
revisions and approvals; the audit log says once that this was done. Let nothing else work on the store
meanwhile. What the store has already stays as it is. A file that cannot be read is named with the reason and skipped, and the exit
code is then 1; everything else is put back. Running it again changes nothing.`;

const VERIFY_EXAMPLES = `
Examples:
  emend ledger verify
  emend ledger verify --json

--json prints {records, missing_from_ledger, missing_from_store, differing}, the last three each as
{count, paths} with up to 20 paths. The exit code is 1 when any count is above 0.`;

export function addLedger(program: Command, context: CliContext): void {
  const ledger = program
    .command("ledger")
    .description("write to / rebuild from the git ledger")
    .addHelpText("after", ABOUT);
  const add = (name: string, does: string, examples: string): Command =>
    ledger
      .command(name)
      .description(does)
      .option("--store <file>", "where feedback is kept (default: .emend/emend.db)")
      .option("--ledger <folder>", "the ledger's folder (default: ledger, beside the store)")
      .addHelpText("after", examples);

  add("write", "write what the ledger lacks of the store", WRITE_EXAMPLES)
    .option("--anew", "start a history that keeps nothing of the old one")
    .option("--push", "send the commits to the ledger's remote named origin (default: ledger.push)")
    .option("--no-push", "keep them here whatever is configured")
    .action(async (options: LedgerWriteOptions) => {
      const { runLedgerWrite } = await import("./run-ledger-write.ts");
      await runLedgerWrite(options, context);
    });
  add("rebuild", "put everything of the ledger into the store", REBUILD_EXAMPLES)
    .option("--as <name>", "who does it, for the audit log (default: your user name)")
    .action(async (options: LedgerRebuildOptions) => {
      const { runLedgerRebuild } = await import("./run-ledger-rebuild.ts");
      await runLedgerRebuild(options, context);
    });
  add("verify", "compare the ledger with the store", VERIFY_EXAMPLES)
    .option("--json", "print the comparison as JSON")
    .action(async (options: LedgerVerifyOptions) => {
      const { runLedgerVerify } = await import("./run-ledger-verify.ts");
      await runLedgerVerify(options, context);
    });
}
