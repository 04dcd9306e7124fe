import type { Command } from "commander";

export interface ChangeOptions {
  readonly changedFiles?: string;
  readonly diff?: string;
  readonly range?: string;
}

/** The three ways to name the reviewed change. */
export function addChangeOptions(command: Command): Command {
  return command
    .option(
      "--changed-files <file>",
      "list of the changed files, one per line (git diff --name-only or --name-status)",
    )
    .option("--diff <file>", "unified diff of the change; renames are followed")
    .option("--range <range>", "git range of the change, such as main...HEAD");
}
