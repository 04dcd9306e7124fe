import type { CliIo } from "./cli-io.ts";
import type { ExitCode } from "./exit-code.ts";
import type { OpenEmend } from "./open/open-emend.ts";

/** What a command gets: the process it runs in, and a way to say how it ended. */
export interface CliContext {
  readonly io: CliIo;
  /** Opens the store with its use cases, instead of the user's own; for tests. */
  readonly openEmend?: OpenEmend;
  /** Sets the exit code; the last call wins and the process is left to end by itself. */
  readonly finish: (code: ExitCode) => void;
}
