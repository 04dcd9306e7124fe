import type { Command } from "commander";

/** The options that `withStore` adds. */
export interface StoreOptions {
  readonly store?: string;
  readonly json?: boolean;
}

/** `what` completes "where … kept": "rules are", "feedback is". */
export const withStore = (command: Command, what: string, json = "the answer"): Command =>
  command
    .option("--store <file>", `where ${what} kept (default: .emend/emend.db)`)
    .option("--json", `print ${json} as JSON`);
