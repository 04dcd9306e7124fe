import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";

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

Copies everything, with its ids, times and tokens, from a file or a PostgreSQL into an empty store of
either kind: all of it or nothing. What is written into the source meanwhile is not in the copy, so stop
servers and workers first. At the end rows are counted on both sides and the audit log is checked.`;

const BACKUP_EXAMPLES = `
Examples:
  emend store backup backups/emend.db
  emend store backup backups/emend.db --force --json

Copies a store that is a file, while servers use it, and checks the copy. To restore it, stop the
servers and put the copy in the place of the store. PostgreSQL is backed up with pg_dump.`;

const STATUS_EXAMPLES = `
Examples:
  emend store status
  emend store status --store backups/emend.db --json`;

export function addStore(program: Command, context: CliContext): void {
  const store = program.command("store").description("copy a store as a whole, back it up, look at it");
  const copy = store
    .command("copy")
    .description("copy everything into an empty store of any kind")
    .requiredOption("--to <file|address>", "a new file, or the postgres:// address of an empty database");
  withOptions(copy)
    .addHelpText("after", COPY_EXAMPLES)
    .action(async (options: StoreCopyOptions) => {
      const { runStoreCopy } = await import("./run-store.ts");
      await runStoreCopy(options, context);
    });
  withOptions(store.command("backup").description("copy a store that is a file, while it is in use"))
    .argument("<file>", "where the copy goes")
    .option("--force", "replace a file that is there")
    .addHelpText("after", BACKUP_EXAMPLES)
    .action(async (file: string, options: StoreBackupOptions) => {
      const { runStoreBackup } = await import("./run-store.ts");
      await runStoreBackup(file, options, context);
    });
  withOptions(store.command("status").description("of what kind and schema a store is, and how large"))
    .addHelpText("after", STATUS_EXAMPLES)
    .action(async (options: StoreStatusOptions) => {
      const { runStoreStatus } = await import("./run-store.ts");
      await runStoreStatus(options, context);
    });
}

const withOptions = (command: Command): Command =>
  command
    .option("--store <file>", "where records are kept (default: .emend/emend.db)")
    .option("--json", "print the answer as JSON");
