import type { Readable, Writable } from "node:stream";

/** Everything a command may touch of the process it runs in; tests hand in their own. */
export interface CliIo {
  readonly stdin: Readable & { isTTY?: boolean };
  readonly stdout: Writable & { isTTY?: boolean };
  readonly stderr: Writable & { isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The current time; a parameter so that rendered output can be tested. */
  readonly now: () => Date;
}
