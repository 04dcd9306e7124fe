import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";

export interface StoreStatusOptions {
  readonly store?: string;
  readonly json?: boolean;
}

export interface StoreCopyOptions extends StoreStatusOptions {
  readonly to: string;
}

export interface StoreBackupOptions extends StoreStatusOptions {
  readonly force?: boolean;
}

const COPY_EXAMPLES = `
Examples:
  emend store copy --to postgres://emend@db.example/emend
  emend store copy --store postgres://emend@db.example/emend --to taken-home.db

Copies everything, with ids, times and tokens, from a file or PostgreSQL into an empty store of either
kind: all of it or nothing. Changes to the source during the copy are not included, so stop servers and
workers first. At the end, rows are counted on both sides and the audit log is verified.`;

const BACKUP_EXAMPLES = `
Examples:
  emend store backup backups/emend.db
  emend store backup backups/emend.db --force --json

Copies a store that is a file, even while servers use it, and verifies the copy. To restore it, stop the
servers and replace the store with the copy. Back up PostgreSQL with pg_dump.`;

const STATUS_EXAMPLES = `
Examples:
  emend store status
  emend store status --store backups/emend.db --json`;

export function addStore(program: Command, context: CliContext): void {
  const store = program.command("store").description("copy a whole store, back it up, show its status");
  const copy = store
    .command("copy")
    .description("copy everything into an empty store of any kind")
    .requiredOption("--to <file|address>", "a new file, or the postgres:// address of an empty database");
  withOptions(copy)
    .addHelpText("after", COPY_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-store.ts")).runStoreCopy));
  withOptions(store.command("backup").description("back up a store that is a file, even while it is in use"))
    .argument("<file>", "where the copy goes")
    .option("--force", "replace an existing file")
    .addHelpText("after", BACKUP_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-store.ts")).runStoreBackup));
  withOptions(store.command("status").description("show a store's kind, schema and size"))
    .addHelpText("after", STATUS_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-store.ts")).runStoreStatus));
}

const withOptions = (command: Command): Command =>
  command
    .option("--store <file>", "where records are kept (default: .emend/emend.db)")
    .option("--json", "print the answer as JSON");
