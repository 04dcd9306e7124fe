import type { Command } from "commander";

export interface LogOptions {
  readonly store?: string;
  readonly redis?: string;
  readonly stream?: string;
  readonly ownStream?: string;
}

export const addLogOptions = (command: Command): Command =>
  command
    .option("--store <file>", "the store (default: .emend/emend.db)")
    .option(
      "--redis <url>",
      "use the event streams of this Redis (default: EMEND_REDIS_URL, or the store's own log)",
    )
    .option(
      "--stream <key>",
      "stream that decisions are read from (default: EMEND_STREAM, or asdlc:events:hitl_decisions)",
    )
    .option("--own-stream <key>", "stream for Emend's own events (default: emend:events)");
