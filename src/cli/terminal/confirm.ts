import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { readLines } from "./read-lines.ts";

/** Asks on a terminal; without one, what cannot be undone has to be agreed to beforehand. */
export async function confirm(io: CliIo, question: string): Promise<boolean> {
  if (io.stdin.isTTY !== true) {
    throw usageError("not_confirmed", "there is no terminal to ask on; use --yes", "this cannot be undone");
  }
  io.stderr.write(`${question} This cannot be undone. [y/N] `);
  for await (const answer of readLines(io.stdin)) return /^\s*y(?:es)?\s*$/i.test(answer);
  return false;
}
