import type { CliIo } from "./cli-io.ts";
import type { ExitCode } from "./exit-code.ts";
import type { EventPorts } from "./open/event-ports.ts";
import type { OpenEmend } from "./open/open-emend.ts";

/** What every command receives. */
export interface CliContext {
  readonly io: CliIo;
  /** Replaces the user's store in tests. */
  readonly openEmend?: OpenEmend;
  /** Replaces signals and connections in tests. */
  readonly ports?: Partial<EventPorts>;
  /** Sets the exit code. The last call wins, and the process ends by itself. */
  readonly finish: (code: ExitCode) => void;
}
