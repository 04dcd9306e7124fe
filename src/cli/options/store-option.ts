import type { Command } from "commander";

export interface StoreOptions {
  readonly store?: string;
  readonly json?: boolean;
}

export const withStore = (command: Command): Command =>
  command
    .option("--store <file>", "where rules are kept (default: .emend/emend.db)")
    .option("--json", "print the answer as JSON");
