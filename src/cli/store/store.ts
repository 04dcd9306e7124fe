import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { type StoreOptions, withStore } from "../options/store-option.ts";
import { lazyAction } from "../options/lazy-action.ts";

export interface StoreCopyOptions extends StoreOptions {
  readonly to: string;
}

export interface StoreBackupOptions extends StoreOptions {
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
  withStore(copy, "records are")
    .addHelpText("after", COPY_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-store.ts")).runStoreCopy));
  withStore(
    store.command("backup").description("back up a store that is a file, even while it is in use"),
    "records are",
  )
    .argument("<file>", "where the copy goes")
    .option("--force", "replace an existing file")
    .addHelpText("after", BACKUP_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-store.ts")).runStoreBackup));
  withStore(store.command("status").description("show a store's kind, schema and size"), "records are")
    .addHelpText("after", STATUS_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-store.ts")).runStoreStatus));
}
