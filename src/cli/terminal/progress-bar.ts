import type { CliIo } from "../cli-io.ts";

/** `[####----]` for a share from 0 to 1. */
export function renderBar(share: number, columns: number): string {
  const filled = Math.floor(share * columns);
  return `[${"#".repeat(filled)}${"-".repeat(columns - filled)}]`;
}

/** Overwrites the current line of the terminal. */
export const redrawLine = ({ stderr }: Pick<CliIo, "stderr">, line: string): void =>
  void stderr.write(`\r${line}\u001b[K`);
