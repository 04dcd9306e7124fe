import type { Command } from "commander";

/** Which log is meant. */
export interface LogOptions {
  readonly store?: string;
  readonly redis?: string;
  readonly stream?: string;
}

export const addLogOptions = (command: Command): Command =>
  command
    .option("--store <file>", "the store (default: .emend/emend.db)")
    .option(
      "--redis <url>",
      "the log is a stream of this Redis (default: EMEND_REDIS_URL, or the store's own)",
    )
    .option("--stream <key>", "name of that stream (default: EMEND_STREAM, or asdlc:events:hitl_decisions)");
