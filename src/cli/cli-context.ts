import type { CliIo } from "./cli-io.ts";
import type { ExitCode } from "./exit-code.ts";

/** What a command gets: the process it runs in, and a way to say how it ended. */
export interface CliContext {
  readonly io: CliIo;
  /** Sets the exit code; the last call wins and the process is left to end by itself. */
  readonly finish: (code: ExitCode) => void;
}
